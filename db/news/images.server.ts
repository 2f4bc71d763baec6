import type { Db } from '#db/schema.server.ts'

/** An uploaded image as it is served: always WebP (D31). */
export interface StoredImage {
  /** The last segment of its URL, 'xyz.webp'. */
  name: string
  bytes: Uint8Array
  width: number
  height: number
}

/** The bytes of an image, or undefined. */
export async function findImage(db: Db, name: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('images').select('bytes').where('name', '=', name).executeTakeFirst()
  return row?.bytes
}

export async function hasImage(db: Db, name: string): Promise<boolean> {
  const row = await db.selectFrom('images').select('name').where('name', '=', name).executeTakeFirst()
  return row !== undefined
}

/** Inserts an image. `now` in epoch ms. */
export async function insertImage(
  db: Db,
  { image, uploadedBy, now }: { image: StoredImage; uploadedBy: number; now: number },
): Promise<void> {
  await db
    .insertInto('images')
    .values({ ...image, content_type: 'image/webp', uploaded_by: uploadedBy, created_at: now })
    .execute()
}
