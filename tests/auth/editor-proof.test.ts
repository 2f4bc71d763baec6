import { expect, test } from 'vitest'
import { isEditorProof, signEditorProof } from '#app/auth/editor-proof.server.ts'

const now = 1_000_000
const day = 24 * 60 * 60 * 1000

test('a form that was handed to an admin proves it for a day', () => {
  expect(isEditorProof(signEditorProof(now), now + day - 1)).toBe(true)
  expect(isEditorProof(signEditorProof(now), now + day)).toBe(false)
})

test('anything else proves nothing', () => {
  const proof = signEditorProof(now)
  const altered = [
    proof.replace(/^\d/, '9'),
    `${proof}x`,
    proof.slice(0, -1),
    '',
    'x'.repeat(256_000),
    `9${proof}`,
  ]
  for (const text of altered) expect(isEditorProof(text, now)).toBe(false)
})
