import { expect, test } from 'vitest'
import { isValidEditorProof, signEditorProof } from '#app/auth/editor-proof.server.ts'

const now = 1_000_000
const day = 24 * 60 * 60 * 1000

test('a proof is valid for a day', () => {
  expect(isValidEditorProof(signEditorProof(now), now + day - 1)).toBe(true)
  expect(isValidEditorProof(signEditorProof(now), now + day)).toBe(false)
})

test('anything else is invalid', () => {
  const proof = signEditorProof(now)
  const altered = [
    proof.replace(/^\d/, '9'),
    `${proof}x`,
    proof.slice(0, -1),
    '',
    'x'.repeat(256_000),
    `9${proof}`,
  ]
  for (const text of altered) expect(isValidEditorProof(text, now)).toBe(false)
})
