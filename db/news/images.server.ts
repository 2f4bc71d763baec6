import type { Db } from '#db/schema.server.ts'

/** An uploaded picture as it is served: always WebP (D31). */
export interface StoredImage {
  /** The last part of its address, 'xyz.webp'. */
  name: string
  bytes: Uint8Array
  width: number
  height: number
}

/** The bytes of a picture, or undefined. */
export async function findImage(db: Db, name: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('images').select('bytes').where('name', '=', name).executeTakeFirst()
  return row?.bytes
}

/** Whether there is a picture of this name. */
export async function hasImage(db: Db, name: string): Promise<boolean> {
  const row = await db.selectFrom('images').select('name').where('name', '=', name).executeTakeFirst()
  return row !== undefined
}

/** Stores a picture. `now` in epoch ms. */
export async function insertImage(
  db: Db,
  { image, uploadedBy, now }: { image: StoredImage; uploadedBy: number; now: number },
): Promise<void> {
  await db
    .insertInto('images')
    .values({ ...image, content_type: 'image/webp', uploaded_by: uploadedBy, created_at: now })
    .execute()
}
