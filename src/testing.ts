/**
 * The library's stand-ins: a model that is simulated behind the real codecs, a server with faults on request, and a stop that
 * comes when the test wants it.
 */
export * as SimulatedClient from "./llm/simulated/SimulatedClient.js"
export * as SimulatedTransport from "./llm/simulated/SimulatedTransport.js"
export { parseFaults } from "./provider/FaultSpec.js"
export { makeProvider } from "./provider/Provider.js"
export { layerAfter as shutdownAfter } from "./runner/Shutdown.js"
