import type { articleErrors } from '#app/game/errors/article-errors.ts'

/** The size limit of an uploaded image (D31). */
export const IMAGE_LIMIT_BYTES = 5 * 1024 * 1024

export type ImageProblem = Extract<keyof typeof articleErrors, `IMAGE${string}`>

/** The format of an image by its first bytes, regardless of its name: JPEG, PNG or WebP, else null (D31). */
export function detectImageKind(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | null {
  const starts = (at: number, ...signature: number[]) =>
    signature.every((byte, index) => bytes[at + index] === byte)
  if (starts(0, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (starts(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  const isRiff = starts(0, 0x52, 0x49, 0x46, 0x46)
  return isRiff && starts(8, 0x57, 0x45, 0x42, 0x50) ? 'webp' : null
}
