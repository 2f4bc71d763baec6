/** The part of oidc-provider's API that the local provider uses; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Context {
    status: number
    type: string
    body: unknown
    method: string
    headers: Record<string, string | undefined>
    set(name: string, value: string | string[]): void
    oidc?: OidcContext
  }

  interface OidcContext {
    route: string
    provider: Provider
    client: { clientId: string; grantTypeAllowed(type: string): boolean }
    params?: Record<string, string | undefined>
    session: {
      accountId?: string
      state?: { secret?: string }
      grantIdFor(clientId: string): string | undefined
    }
    entities: { IdTokenHint?: object }
    urlFor(route: string): string
  }

  interface Grant {
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    save(): Promise<string>
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    Grant: {
      new (of: { accountId: string | undefined; clientId: string }): Grant
      find(id: string): Promise<Grant | undefined>
    }
    AccessToken: {
      new (of: object): { resourceServer?: object; save(): Promise<string> }
    }
    ResourceServer: {
      new (identifier: string, info: object): object
    }
    registerGrantType(
      name: string,
      answer: (context: Context) => Promise<void>,
      parameters: string[],
      repeatable: string[],
    ): void
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void
    on(event: string, listener: (...details: unknown[]) => void): void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ uid: string }>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string; remember: boolean } },
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>
  }

  export type { Context }
}
