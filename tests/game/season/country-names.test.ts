import { expect, test } from 'vitest'
import { listFoldedNames } from '#app/game/season/country-names.ts'

const codes =
  'AD AL AM AT AU AZ BA BE BG BY CH CY CZ DE DK EE ES FI FR GB GE GR HR HU IE IL IS IT KZ LT LU LV MA MC MD ME MK MT NL NO PL PT RO RS RU SE SI SK SM TR UA'.split(
    ' ',
  )
const english = new Intl.DisplayNames(['en'], { type: 'region' })
const namesOf = (code: string) => listFoldedNames({ code, country: english.of(code) ?? code })

test('no two countries share a name or a code', () => {
  const names = codes.flatMap((code) => [...new Set(namesOf(code))])
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test.each(codes)('%s has a code of three letters', (code) => {
  expect(namesOf(code)[2]).toMatch(/^[a-z]{3}$/)
})

test.each([
  ['CH', 'schweiz suisse suiza svizzera'],
  ['ME', 'crna gora|црна гора'],
  ['BA', 'bosnien herzegowina|bosnia herzegovina|bosnien und herzegowina|bosnia'],
])('%s has its names in the languages of fans', (code, names) => {
  const wanted = names.includes('|') ? names.split('|') : names.split(' ')
  const found = namesOf(code)
  expect(wanted.filter((name) => found.includes(name)).length).toBeGreaterThanOrEqual(2)
})
