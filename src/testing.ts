/**
 * The library's stand-ins: a model that is simulated behind the real codecs, a server with faults on request, and a stop that
 * comes when the test wants it.
 */
export * as ScriptedClient from "./llm/scripted/ScriptedClient.js"
export * as ScriptedTransport from "./llm/scripted/ScriptedTransport.js"
export * as SimulatedClient from "./llm/simulated/SimulatedClient.js"
export * as SimulatedTransport from "./llm/simulated/SimulatedTransport.js"
export { parseFaults } from "./provider/FaultSpec.js"
export { makeProvider } from "./provider/Provider.js"
export { layerWithoutSync as diskWithoutSync } from "./records/Disk.js"
export { layerAfter as shutdownAfter } from "./runner/Shutdown.js"
