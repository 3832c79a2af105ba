import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

export interface Loopback {
  readonly port: number
  readonly requests: ReadonlyArray<{ readonly incoming: IncomingMessage; readonly body: Buffer }>
  readonly sockets: { opened: number }
}

/** A real HTTP server on this machine; `listener` is called with the request's body read. */
export const serve = (listener: RequestListener): Effect.Effect<Loopback, never, Scope.Scope> =>
  Effect.gen(function* () {
    const requests: Array<Loopback["requests"][number]> = []
    const sockets = { opened: 0 }
    const server = createServer((incoming, outgoing) => {
      const chunks: Array<Buffer> = []
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
      incoming.on("end", () => {
        requests.push({ incoming, body: Buffer.concat(chunks) })
        listener(incoming, outgoing)
      })
    })
    server.on("connection", (socket) => {
      sockets.opened++
      socket.on("error", () => undefined)
    })
    yield* listening(server)
    return { port: (server.address() as AddressInfo).port, requests, sockets }
  })

/** A server that speaks no HTTP. */
export const serveTcp = (
  onSocket: (socket: Socket) => void
): Effect.Effect<{ readonly port: number }, never, Scope.Scope> =>
  Effect.gen(function* () {
    const open = new Set<Socket>()
    const server = createTcpServer((socket) => {
      open.add(socket)
      socket.on("error", () => undefined)
      onSocket(socket)
    })
    yield* listening(server)
    // Before the server is closed, which waits for its sockets.
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        for (const socket of open) socket.destroy()
      })
    )
    return { port: (server.address() as AddressInfo).port }
  })

/** A server that speaks TLS and whatever `onBytes` makes of what comes then. */
export const serveTls = (
  credentials: { readonly key: string; readonly cert: string },
  onBytes: () => void
): Effect.Effect<{ readonly port: number }, never, Scope.Scope> =>
  Effect.gen(function* () {
    const server = createTlsServer(credentials, (socket) => {
      socket.on("error", () => undefined)
      socket.on("data", onBytes)
    })
    server.on("tlsClientError", () => undefined)
    yield* listening(server)
    return { port: (server.address() as AddressInfo).port }
  })

/** A port where nobody listens. */
export const deafPort: Effect.Effect<number> = Effect.scoped(
  Effect.map(
    serveTcp(() => undefined),
    ({ port }) => port
  )
)

const listening = (
  server: Server | ReturnType<typeof createTcpServer>
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.async<void>((resume) => {
        if ("closeAllConnections" in server) server.closeAllConnections()
        server.close(() => resume(Effect.void))
      })
  )
