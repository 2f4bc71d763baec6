import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { type LampState, toLampState } from '#app/game/season/show-state.ts'
import { LampSymbols } from '#app/ui/art/lamp-symbols.tsx'
import { SpotlightRow } from '#app/ui/art/spotlights.tsx'
import { CountryLamp } from '#app/ui/game/country-lamp.tsx'
import { Lamp } from '#app/ui/game/lamp.tsx'

const shown: LampState[] = ['absent', 'waiting', 'on-stage', 'sung', 'through', 'out', 'withdrawn']
const symbols = renderToStaticMarkup(<LampSymbols />)

/** What is left of a drawing where nobody can tell colours apart: full, dim and dark. */
const withoutColour = (markup: string) =>
  markup
    .replace(/var\(--(ink|spot|gold|on-spot|muted)\)(?!\s)|#(edc23e|ff62a5|fff)\b/g, 'full')
    .replace(/lamp-[a-z-]+|spill-\w+|url\(#[a-z-]+\)|aria-label="[^"]*"/g, '')

/** The symbol that a lamp refers to. */
function drawingOf(lamp: string): string {
  const id = /href="#([^"]+)"/.exec(lamp)?.[1]
  return new RegExp(`<symbol id="${id}"[\\s\\S]*?</symbol>`).exec(symbols)?.[0] ?? `no symbol ${id}`
}

describe('the lamp of each state', () => {
  test('is drawn, and differs from all others without colour', () => {
    const drawings = shown.map((state) =>
      drawingOf(renderToStaticMarkup(<Lamp state={state} className="" />)),
    )
    expect(drawings.filter((drawing) => drawing.startsWith('no'))).toEqual([])
    expect(new Set(drawings.map(withoutColour)).size).toBe(shown.length)
  })

  test('with a digit, too, on its flag', () => {
    const stacks = shown.map((state) => {
      const stack = renderToStaticMarkup(<CountryLamp code="NO" position={2} show={{ state, text: '' }} />)
      expect(drawingOf(stack)).toContain('<path')
      return withoutColour(drawingOf(stack) + stack.replace(/text-[a-z-]+|(border|outline)-(gold|spot)/g, ''))
    })
    expect(new Set(stacks).size).toBe(shown.length)
  })

  test('on the stage differs in light, in how it hangs, or at its flag', () => {
    const stages = shown.map((show) =>
      withoutColour(
        renderToStaticMarkup(<SpotlightRow countries={[{ code: 'NO', country: 'Norway', show }]} />),
      ),
    )
    expect(new Set(stages).size).toBe(shown.length)
  })

  test('on the stage is read out with its word', () => {
    const label = (show: LampState) =>
      /aria-label="([^"]*)"/.exec(
        renderToStaticMarkup(<SpotlightRow countries={[{ code: 'NO', country: 'Norway', show }]} />),
      )?.[1]
    expect(shown.map(label)).toEqual([
      'Six stage lamps, all off',
      'Your lights: Norway waiting; 5 lamps are off',
      'Your lights: Norway on stage; 5 lamps are off',
      'Your lights: Norway sung; 5 lamps are off',
      'Your lights: Norway through; 5 lamps are off',
      'Your lights: Norway out; 5 lamps are off',
      'Your lights: Norway withdrawn; 5 lamps are off',
    ])
  })
})

test('a lamp is lit until its show begins, then dim until its song', () => {
  const waiting = { state: 'waiting', runningOrder: 3, isCertain: true } as const
  expect(toLampState(waiting, { deadlineAt: 100 }, 99)).toBe('ready')
  expect(toLampState(waiting, { deadlineAt: 100 }, 100)).toBe('waiting')
  const sings = { state: 'sung', runningOrder: 3, isOnStage: true } as const
  expect(toLampState(sings, { deadlineAt: 100 }, 101)).toBe('on-stage')
  expect(toLampState({ ...sings, isOnStage: false }, { deadlineAt: 100 }, 101)).toBe('sung')
})
