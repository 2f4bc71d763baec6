import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

interface Picture {
  width: number
  height: number
  pixels: Buffer
}

/** Smaller differences of a colour channel are antialiasing. */
const CHANNEL_TOLERANCE = 24

/**
 * Prints the pictures of two folders that differ, the most different first, and puts each pair side by side into
 * AFTER/differences.
 */
export async function compareFolders(before: string, after: string): Promise<void> {
  const listPictures = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.png'))
  const names = listPictures(before).filter((name) => listPictures(after).includes(name))
  const differences: { name: string; share: number }[] = []
  for (const name of names) {
    const share = await compare(join(before, name), join(after, name))
    if (share > 0) differences.push({ name, share })
  }
  mkdirSync(join(after, 'differences'), { recursive: true })
  for (const { name, share } of differences.toSorted((a, b) => b.share - a.share)) {
    console.log(`${(share * 100).toFixed(3)} %  ${name}`)
    await putSideBySide([join(before, name), join(after, name)], join(after, 'differences', name))
  }
  console.log(`${differences.length} of ${names.length} pictures differ`)
}

/** The share of pixels that differ; rows that only one picture has count as different. */
async function compare(one: string, other: string): Promise<number> {
  const [a, b] = await Promise.all([read(one), read(other)])
  const rows = Math.min(a.height, b.height)
  const shared = a.width === b.width ? rows * a.width : 0
  let differing = Math.max(a.width * a.height, b.width * b.height) - shared
  for (let at = 0; at < shared * 3; at += 3) if (hasOtherColour(a.pixels, b.pixels, at)) differing += 1
  return differing / Math.max(a.width * a.height, b.width * b.height)
}

function hasOtherColour(a: Buffer, b: Buffer, at: number): boolean {
  return [at, at + 1, at + 2].some((i) => Math.abs((a[i] ?? 0) - (b[i] ?? 0)) > CHANNEL_TOLERANCE)
}

async function read(file: string): Promise<Picture> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

async function putSideBySide(files: readonly string[], target: string): Promise<void> {
  const sizes = await Promise.all(files.map((file) => sharp(file).metadata()))
  const width = sizes.reduce((sum, size) => sum + size.width + 10, 0)
  const height = Math.max(...sizes.map((size) => size.height))
  const [first] = sizes
  await sharp({ create: { width, height, channels: 3, background: '#f0f' } })
    .composite(files.map((input, i) => ({ input, top: 0, left: i === 0 ? 0 : (first?.width ?? 0) + 10 })))
    .png()
    .toFile(target)
}
