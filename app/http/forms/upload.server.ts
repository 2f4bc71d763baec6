import { readFormData } from './form-data.server.ts'

/** A form that may carry files: texts by name, and the files that were chosen. */
export interface UploadForm {
  /** The first text of this name, cut after one more than `limit` UTF-16 units; '' when there is none. */
  text: (name: string, limit: number) => string
  /** The files of this name. A browser sends an empty one when none was chosen: it is left out. */
  files: (name: string) => File[]
}

/** Reads a posted form with files. Throws a 400 answer when the body is no form, or has more than 200 parts. */
export async function readUploadForm(request: Request): Promise<UploadForm> {
  const form = await readFormData(request)
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
