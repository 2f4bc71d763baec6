import { calls } from './calls.ts'

/** What is no call and stands among them: the page for people, and the document. */
const others = ['/api', '/api/openapi.json'].map((path) => ({ path, method: 'get' }))

/** Fixed words come before numbers, as they do in the contract. */
const addresses = [...new Set([...others, ...calls].map((call) => call.path))].map((path) => ({
  pattern: new RegExp(`^${path.replace('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
  methods: [...others, ...calls]
    .filter((call) => call.path === path)
    .flatMap(({ method }) => toNames(method)),
}))

/** Whoever may read may ask for the headers alone. */
function toNames(method: string): string[] {
  return method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]
}

/** The methods that an address below /api takes, as an Allow header names them; none where there is no call. */
export function methodsAt(path: string): readonly string[] {
  return addresses.find(({ pattern }) => pattern.test(path))?.methods ?? []
}
