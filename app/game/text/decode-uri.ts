/** Decodes %-escapes; undefined for a broken one. */
export function decodeUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
