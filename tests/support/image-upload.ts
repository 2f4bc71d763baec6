import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { signEditorProof } from '#app/auth/editor-proof.server.ts'
import { type RawResponse, sendRaw } from './server.ts'

/** Uploads an image in the editor of a new article, over a real socket, as an admin. */
export async function uploadImage(
  { port, origin }: { port: number; origin: string },
  cookie: string,
  file: Uint8Array<ArrayBuffer>,
  { name = 'large.png', type = '' } = {},
): Promise<RawResponse> {
  const form = new FormData()
  form.append('intent', 'upload')
  form.append('title', 'Kept')
  form.append('proof', signEditorProof(Date.now()))
  form.append('file', new Blob([file], { type }), name)
  const { headers, body } = new Response(form)
  const bytes = Buffer.from(await new Response(body).arrayBuffer())
  const ours = { Host: `localhost:${port}`, Origin: origin, Connection: 'keep-alive', Cookie: cookie }
  const sent = { ...ours, ...Object.fromEntries(headers), 'Content-Length': String(bytes.length) }
  return sendRaw({ port, method: 'POST', path: '/admin/news/new', headers: sent }, bytes)
}

/** Noise does not compress: 3 bytes a pixel. */
export async function createNoiseImage(side: number): Promise<Uint8Array<ArrayBuffer>> {
  const raw = { width: side, height: side, channels: 3 } as const
  const picture = await sharp(randomBytes(side * side * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return new Uint8Array(picture)
}
