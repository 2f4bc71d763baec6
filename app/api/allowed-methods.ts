import { endpoints } from './endpoints.ts'

/** What is no call and stands among them: the page for people, and the document. */
const nonEndpoints = ['/api', '/api/openapi.json'].map((path) => ({ path, method: 'get' }))

/** Fixed words come before numbers, as they do in the contract. */
const allowedMethods = [...new Set([...nonEndpoints, ...endpoints].map((call) => call.path))].map((path) => ({
  pattern: new RegExp(`^${path.replace('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
  methods: [...nonEndpoints, ...endpoints]
    .filter((call) => call.path === path)
    .flatMap(({ method }) => toMethodNames(method)),
}))

/** Whoever may read may ask for the headers alone. */
function toMethodNames(method: string): string[] {
  return method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]
}

/** The methods that an address below /api takes, as an Allow header names them; none where there is no call. */
export function listAllowedMethods(path: string): readonly string[] {
  return allowedMethods.find(({ pattern }) => pattern.test(path))?.methods ?? []
}
