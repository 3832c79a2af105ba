import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The server could not be started. */
export class ProviderUnavailable extends Data.TaggedError("ProviderUnavailable")<{
  readonly port: number
  /** The system's code, such as EADDRINUSE. */
  readonly code: string
}> {
  override get message(): string {
    return `cannot listen on 127.0.0.1:${this.port}: ${this.code}`
  }
}

/** Bodies beyond this are not kept. */
const maxRequestBytes = 16 * 1024 * 1024

/** Opens the server; the port that it got. Closing the scope ends every connection. */
export const listen = (
  port: number,
  handle: (request: http.IncomingMessage, response: http.ServerResponse, body: Buffer | null) => void
): Effect.Effect<number, ProviderUnavailable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<http.Server, ProviderUnavailable>((resume) => {
      const server = http.createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) =>
        collect(request, (body) => handle(request, response, body))
      )
      server.once("error", (error: NodeJS.ErrnoException) =>
        resume(new ProviderUnavailable({ port, code: error.code ?? "unknown error" }))
      )
      server.listen(port, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.async<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  ).pipe(
    // An address that was listened on is no name of a pipe.
    Effect.map((server) => (server.address() as AddressInfo).port)
  )

/** The whole body of a request, `null` if it is too large. A request that breaks off has not been made. */
const collect = (request: http.IncomingMessage, then: (body: Buffer | null) => void): void => {
  const chunks: Array<Buffer> = []
  let size = 0
  request.on("data", (chunk: Buffer) => {
    size += chunk.length
    if (size <= maxRequestBytes) chunks.push(chunk)
  })
  request.on("end", () => then(size > maxRequestBytes ? null : Buffer.concat(chunks)))
}
