import '@remix-run/server-runtime'

declare module '@remix-run/server-runtime' {
  /** What the pipeline passes to loaders and actions. */
  interface AppLoadContext {
    /** The key of the client's address (client-address.server.ts); undefined where the server knows none. */
    clientAddress?: string
  }
}
