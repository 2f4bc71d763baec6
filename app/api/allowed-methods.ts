import { endpoints } from './endpoints.ts'

/** Paths below /api that are no endpoints: the guide page and the OpenAPI document. */
const nonEndpoints = ['/api', '/api/openapi.json'].map((path) => ({ path, method: 'get' }))

/** Literal segments are matched before numbers, as in the contract. */
const allowedMethods = [...new Set([...nonEndpoints, ...endpoints].map((call) => call.path))].map((path) => ({
  pattern: new RegExp(`^${path.replace('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
  methods: [...nonEndpoints, ...endpoints]
    .filter((call) => call.path === path)
    .flatMap(({ method }) => toMethodNames(method)),
}))

/** GET implies HEAD. */
function toMethodNames(method: string): string[] {
  return method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]
}

/** The methods of a path below /api, as in an Allow header; none for an unknown path. */
export function listAllowedMethods(path: string): readonly string[] {
  return allowedMethods.find(({ pattern }) => pattern.test(path))?.methods ?? []
}
