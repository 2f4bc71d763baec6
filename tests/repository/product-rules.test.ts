import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSources } from '#tests/support/source-rules.ts'

/** Every rule that a source names by number ('D7') has a heading in docs/product.md. */
const headings = readFileSync('docs/product.md', 'utf8').matchAll(/^## ([DF]\d{1,2}) \S/gm)
const rules = [...headings].map(([, rule = '']) => rule)

/** The rules that a text names. An escaped byte ('%F0') is none, nor is a part of a longer word or number. */
function listNamedRules(text: string): string[] {
  return [...text.matchAll(/(?<![\w%#])[DF][1-9]\d?(?!\w)/g)].map(([rule]) => rule)
}

const folders = ['app', 'db', 'migrations', 'scripts', 'tests'] as const

/** The documents, and what is no TypeScript of a folder. */
function listOtherFiles(): string[] {
  const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) =>
    join('docs', name),
  )
  const pages = documents.filter((file) => file.endsWith('.md'))
  return ['server.ts', 'scripts/test.mjs', 'README.md', 'STYLE.md', ...pages]
}

describe('rules by number', () => {
  test('a rule has one heading', () => {
    expect(rules.length).toBeGreaterThan(30)
    expect(rules).toEqual([...new Set(rules)])
  })

  test('every rule that a source or a document names is explained', () => {
    const others = listOtherFiles().map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    const sources = [...readSources(folders), ...others]
    const named = sources.flatMap(({ file, text }) => listNamedRules(text).map((rule) => ({ file, rule })))
    expect(named.length).toBeGreaterThan(200)
    expect(named.filter(({ rule }) => !rules.includes(rule))).toEqual([])
  })

  test('an escaped byte, a color and a longer name are no rules', () => {
    expect(listNamedRules('(D7, F3) %F0%9F %D9 #D4 #D4D4D4 D345 XD2 D5a D10')).toEqual(['D7', 'F3', 'D10'])
  })
})
