/**
 * The library's stand-ins: a model that is simulated behind the real codecs, and a stop that comes when the test wants it.
 */
export * as SimulatedClient from "./llm/simulated/SimulatedClient.js"
export * as SimulatedTransport from "./llm/simulated/SimulatedTransport.js"
export { layerAfter as shutdownAfter } from "./runner/Shutdown.js"
