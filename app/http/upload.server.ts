import { problem } from './answers.server.ts'

const MOST_PARTS = 100

/** A form that may carry files: texts by name, and the files that were chosen. */
export interface UploadForm {
  /** The first text of this name; '' when there is none. */
  text: (name: string) => string
  /** The files of this name. A browser sends an empty one when none was chosen: it is left out. */
  files: (name: string) => File[]
}

/** Reads a posted form with files. Throws a 400 answer when the body is no form, or has far too many parts. */
export async function readUploadForm(request: Request): Promise<UploadForm> {
  const form = await request.formData().catch(() => problem('BAD_REQUEST', 400))
  if ([...form].length > MOST_PARTS) return problem('BAD_REQUEST', 400)
  return {
    text: (name) => {
      const value = form.get(name)
      return typeof value === 'string' ? value : ''
    },
    files: (name) => form.getAll(name).flatMap((each) => (isChosen(each) ? [each] : [])),
  }
}

function isChosen(value: FormDataEntryValue): value is File {
  return typeof value !== 'string' && (value.size > 0 || value.name !== '')
}
