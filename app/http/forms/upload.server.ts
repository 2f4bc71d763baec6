import { bodyLimits } from '#app/http/request-body.server.ts'
import { readFormData } from './form-data.server.ts'

/** A form with files: texts by name, and the chosen files. */
export interface UploadForm {
  /** The first text of this name, cut to one UTF-16 unit over `limit`; '' when there is none. */
  text: (name: string, limit: number) => string
  /** The files of this name, without the empty one that a browser sends when none was chosen. */
  files: (name: string) => File[]
}

/** Parses a posted form with files. Throws what `readFormData` throws. */
export async function readUploadForm(
  request: Request,
  maxBytes: number = bodyLimits.picture,
): Promise<UploadForm> {
  const form = await readFormData(request, maxBytes)
  return {
    text: (name, limit) => {
      const value = form.get(name)
      return typeof value === 'string' ? value.slice(0, limit + 1) : ''
    },
    files: (name) => form.getAll(name).flatMap((each) => (isChosen(each) ? [each] : [])),
  }
}

function isChosen(value: FormDataEntryValue): value is File {
  return typeof value !== 'string' && (value.size > 0 || value.name !== '')
}
