import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IMAGE_LIMIT_BYTES } from '#app/game/article/image.ts'
import { storeImage } from '#app/services/news/images.server.ts'
import { openTestDatabase } from '../../support/test-database.ts'

let store: Awaited<ReturnType<typeof openTestDatabase>>
let admin: number
beforeAll(async () => {
  store = await openTestDatabase()
  admin = await store.manager('ada')
})
afterAll(() => store.db.destroy())

let names = 0
function upload(bytes: Uint8Array) {
  const newName = () => {
    names += 1
    return `picture-${names}`
  }
  return storeImage(store.db, { bytes, uploadedBy: admin, now: 1, newName })
}

async function stored() {
  return store.db.selectFrom('images').selectAll().execute()
}

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#ff62a5' } })
}

/** Noise does not compress, so its size is predictable. */
async function noise(side: number): Promise<Buffer> {
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

describe('an image', () => {
  test.each([
    ['JPEG', () => picture(640, 480).jpeg().toBuffer()],
    ['PNG', () => picture(640, 480).png().toBuffer()],
    ['WebP', () => picture(640, 480).webp().toBuffer()],
  ])('of kind %s is stored as WebP under a random name', async (_, make) => {
    const saved = await upload(await make())
    const image = (await stored()).at(-1)
    expect(saved).toEqual({ ok: true, value: { imageUrl: `/images/${image?.name}` } })
    expect(image).toMatchObject({ content_type: 'image/webp', width: 640, height: 480, uploaded_by: admin })
    expect(await sharp(image?.bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 480 })
  })

  test('wider than a page becomes 1600 pixels wide, a very tall one as tall as WebP allows', async () => {
    expect(await upload(await picture(4000, 1000).png().toBuffer())).toMatchObject({ ok: true })
    expect((await stored()).at(-1)).toMatchObject({ width: 1600, height: 400 })
    expect(await upload(await picture(100, 30_000).png().toBuffer())).toMatchObject({ ok: true })
    expect((await stored()).at(-1)?.height).toBe(4800)
  })

  test('loses its metadata, and is rotated upright', async () => {
    const original = await picture(40, 20)
      .withExif({ IFD0: { Artist: 'Anna the photographer' }, IFD3: { GPSLatitude: '47/1 33/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(original).metadata()).orientation).toBe(6)
    expect(await upload(original)).toMatchObject({ ok: true })
    const image = (await stored()).at(-1)
    expect(image).toMatchObject({ width: 20, height: 40 })
    expect(Buffer.from(image?.bytes ?? []).includes('Anna the photographer')).toBe(false)
    const { exif, icc, xmp } = await sharp(image?.bytes).metadata()
    expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined])
  })
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

describe('refused, and not stored', () => {
  const cases: [string, string, () => Promise<Uint8Array>][] = [
    ['nothing', 'IMAGE_MISSING', async () => new Uint8Array()],
    ['SVG', 'IMAGE_UNKNOWN_KIND', async () => Buffer.from(svg)],
    ['HTML', 'IMAGE_UNKNOWN_KIND', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['GIF', 'IMAGE_UNKNOWN_KIND', async () => picture(9, 9).gif().toBuffer()],
    ['TIFF', 'IMAGE_UNKNOWN_KIND', async () => picture(9, 9).tiff().toBuffer()],
    ['a PDF', 'IMAGE_UNKNOWN_KIND', async () => Buffer.from('%PDF-1.7\n1 0 obj')],
    [
      'SVG after the first bytes of a JPEG',
      'IMAGE_BROKEN',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)]),
    ],
    [
      'HTML after the first bytes of a PNG',
      'IMAGE_BROKEN',
      async () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<script>')]),
    ],
    [
      'a JPEG cut in half',
      'IMAGE_BROKEN',
      async () =>
        half(
          await sharp(await noise(200))
            .jpeg()
            .toBuffer(),
        ),
    ],
    ['a PNG cut in half', 'IMAGE_BROKEN', async () => half(await noise(200))],
    [
      'a WebP cut in half',
      'IMAGE_BROKEN',
      async () =>
        half(
          await sharp(await noise(200))
            .webp()
            .toBuffer(),
        ),
    ],
    [
      '30,000 pixels wide within 5 MB',
      'IMAGE_TOO_MANY_PIXELS',
      async () => picture(30_000, 1_000).png().toBuffer(),
    ],
    ['over 5 MB', 'IMAGE_TOO_LARGE', async () => noise(1_400)],
  ]
  test.each(cases)('%s: %s', async (_, problem, make) => {
    const before = await stored()
    expect(await upload(await make())).toEqual({ ok: false, problem })
    expect(await stored()).toEqual(before)
  })

  function half(bytes: Buffer): Uint8Array {
    return bytes.subarray(0, bytes.length / 2)
  }
})

describe('an image with hidden content', () => {
  /** Bytes that must never be served, wherever they are hidden. */
  const payload = '<script>alert(1)</script>'
  const still = () => picture(40, 20).png().toBuffer()

  test.each([
    ['HTML after a PNG', async () => Buffer.concat([await still(), Buffer.from(payload)])],
    [
      'an archive after a PNG',
      async () => Buffer.concat([await still(), Buffer.from(`PK\x03\x04${payload}`)]),
    ],
    ['a comment in a PNG', async () => withChunk(await still(), 'tEXt', `Comment\0${payload}`)],
    [
      'a colour profile of 1 MB',
      async () => withChunk(await still(), 'iCCP', `x\0\0${payload.repeat(40_000)}`),
    ],
    [
      'a copyright',
      async () =>
        picture(40, 20)
          .withExif({ IFD0: { Copyright: payload } })
          .jpeg()
          .toBuffer(),
    ],
    [
      'XMP',
      async () =>
        picture(40, 20)
          .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${payload}</x:xmpmeta>`)
          .jpeg()
          .toBuffer(),
    ],
    [
      'animation frames',
      async () =>
        sharp(await frames(), { raw: { width: 40, height: 40, channels: 3, pageHeight: 20 } })
          .webp({ loop: 0 })
          .toBuffer(),
    ],
  ])('%s: the pixels alone are stored', async (_, make) => {
    expect(await upload(await make())).toMatchObject({ ok: true })
    const image = (await stored()).at(-1)
    const bytes = Buffer.from(image?.bytes ?? [])
    for (const hidden of ['script', 'PK\x03\x04', 'EXIF', 'XMP ', 'ICCP', 'ANIM'])
      expect(bytes.includes(hidden), hidden).toBe(false)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 40, height: 20 })
  })

  test.each([
    ['GIF that is script', `GIF89a/*${'\0'.repeat(20)}*/=1;alert(1)`],
    ['BMP that is script', 'BM/*x*/=1;alert(1)'],
    [
      'SVG after a byte order mark',
      '\ufeff<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    ],
    ['WebP in name only', 'RIFF\0\0\0\0WAVEfmt '],
  ])('%s is refused', async (_, text) => {
    const before = (await stored()).length
    expect(await upload(Buffer.from(text))).toEqual({ ok: false, problem: 'IMAGE_UNKNOWN_KIND' })
    expect(await stored()).toHaveLength(before)
  })

  /** A PNG with another chunk after its header. */
  function withChunk(png: Buffer, type: string, data: string): Buffer {
    const body = Buffer.concat([Buffer.from(type), Buffer.from(data)])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body) >>> 0)
    return Buffer.concat([png.subarray(0, 33), length, body, check, png.subarray(33)])
  }

  async function frames(): Promise<Buffer> {
    return randomBytes(40 * 40 * 3)
  }
})

test('5 MB are accepted to the byte, and one more is not', async () => {
  const bytes = await picture(9, 9).jpeg().toBuffer()
  const padded = (length: number) => Buffer.concat([bytes, Buffer.alloc(length - bytes.length)])
  expect(await upload(padded(IMAGE_LIMIT_BYTES))).toMatchObject({ ok: true })
  expect(await upload(padded(IMAGE_LIMIT_BYTES + 1))).toEqual({ ok: false, problem: 'IMAGE_TOO_LARGE' })
})

test('an image 30,000 pixels wide but small enough is resized', async () => {
  expect(await upload(await picture(30_000, 60).png().toBuffer())).toMatchObject({ ok: true })
  expect((await stored()).at(-1)).toMatchObject({ width: 1600, height: 3 })
})

test('an image is stored without the HTML appended to it', async () => {
  const bytes = Buffer.concat([
    await picture(9, 9).jpeg().toBuffer(),
    Buffer.from('<script>alert(1)</script>'),
  ])
  expect(await upload(bytes)).toMatchObject({ ok: true })
  expect(Buffer.from((await stored()).at(-1)?.bytes ?? []).includes('script')).toBe(false)
})

test('five of the largest at once are all stored, one after the other; a twelfth is refused', async () => {
  const large = await picture(5_000, 5_000).jpeg().toBuffer()
  const before = (await stored()).length
  const saved = await Promise.all(Array.from({ length: 5 }, () => upload(large)))
  expect(saved.every(({ ok }) => ok)).toBe(true)
  expect(await stored()).toHaveLength(before + 5)
  const tiny = await picture(2, 2).png().toBuffer()
  const crowd = await Promise.all(Array.from({ length: 12 }, () => upload(tiny)))
  expect(crowd.filter(({ ok }) => ok)).toHaveLength(10)
  expect(crowd.at(-1)).toEqual({ ok: false, problem: 'IMAGES_TOO_MANY_AT_ONCE' })
}, 60_000)
