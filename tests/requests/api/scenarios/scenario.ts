import type { ErrorType } from '#app/http/errors/error-types.ts'
import type { ApiWorld, Caller, Phase } from '#tests/support/api-world.ts'

/** What a body is made of: ids by name, playerIds by code. */
export type ScenarioIds = Pick<ApiWorld, 'id' | 'players'>

/** One call of the contract and what comes of it: PocketBase's way of writing down an API. */
export interface Scenario {
  name: string
  /** Whose session comes along; nobody's when it is left out. */
  caller?: Caller
  /** Claims and forging of an access token that comes along, too. */
  bearer?: Parameters<ApiWorld['provider']['idToken']>
  /** Default: before the first deadline. */
  phase?: Phase
  /** The very instant of game time, within the phase. */
  at?: string
  /** Method, path and query; `{anna}` is her team's id, `{sofa}` the league's, `{AT}` the country's. */
  request: string
  body?: (known: ScenarioIds) => unknown
  /** A body sent as it is. */
  raw?: string | Uint8Array
  headers?: Record<string, string>
  status: number
  errorType?: ErrorType
  /** Of VALIDATION_FAILED: the fields it names. */
  fields?: readonly string[]
  contains?: readonly (string | RegExp)[]
  lacks?: readonly (string | RegExp)[]
  /** The tables that changed: none, when it is left out. */
  changes?: readonly string[]
}

/** The same scenario for several inputs. */
export function each<Input>(inputs: readonly Input[], toScenario: (input: Input) => Scenario): Scenario[] {
  return inputs.map(toScenario)
}

/** 'players.0' to 'players.5': a complaint about each of six. */
export const eachPlayerField = [0, 1, 2, 3, 4, 5].map((at) => `players.${at}`)
