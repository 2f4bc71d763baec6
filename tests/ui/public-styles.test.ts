import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** The components of public pages are named in their style sheet; a class of any other would have no rule in it. */
const stylesheet = 'app/ui/styles/public.css'
const publicPages = [
  'app/root.tsx',
  'app/routes/$.tsx',
  'app/routes/_index/route.tsx',
  'app/routes/auth.callback.tsx',
  'app/routes/auth.sign-in.tsx',
  'app/routes/auth.sign-out.tsx',
  'app/routes/news._index.tsx',
  'app/routes/news.$article.tsx',
  'app/routes/privacy-policy.tsx',
  'app/routes/songs/route.tsx',
  'app/routes/terms-of-service.tsx',
]

/** Only pages with script have a loading bar; they link a sheet. */
const neverShown = ['app/ui/navigation/loading-bar.tsx']

test('the style sheet of public pages is made from every component that they import', () => {
  const [sources, others] = [listSources('"'), listSources('not "')]
  const components = listImportedFiles(publicPages).filter((file) => file.endsWith('.tsx'))
  expect(components.length).toBeGreaterThan(40)
  const isNamed = (file: string) =>
    sources.some((source) => file === source || file.startsWith(`${source}/`)) && !others.includes(file)
  expect(components.filter((file) => !isNamed(file)).toSorted()).toEqual(neverShown)
})

test('the style sheet of public pages names no file that does not exist', () => {
  const named = [...listSources('"'), ...listSources('not "')]
  expect(named.filter((source) => !existsSync(source))).toEqual([])
})

/** Files and folders of its lines that begin with `@source ` and this. */
function listSources(start: '"' | 'not "'): string[] {
  const lines = readFileSync(stylesheet, 'utf8').split('\n')
  const paths = lines
    .filter((line) => line.startsWith(`@source ${start}`))
    .map((line) => line.split('"')[1] ?? '')
  return paths.map((path) => join(dirname(stylesheet), path))
}

/** The files that these import, directly or indirectly, with themselves. What only the server has shows nothing. */
function listImportedFiles(entries: readonly string[]): string[] {
  const seen = new Set(entries)
  for (const file of seen) {
    const imports = readFileSync(file, 'utf8').matchAll(/from '((?:#app\/|\.\.?\/)[^']+\.tsx?)'/g)
    for (const [, path = ''] of imports) {
      if (path.includes('.server.')) continue
      seen.add(path.startsWith('#app/') ? path.replace('#app/', 'app/') : join(dirname(file), path))
    }
  }
  return [...seen]
}
