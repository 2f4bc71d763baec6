import { Fragment, type MouseEvent } from 'react'

interface FieldLinkProps {
  /** Id of the field. */
  id: string
  /** Its label, or what is wrong in few words: the sentence stands at the field. */
  text: string
}

/** For the toast of a refused form: links to the fields to correct. */
export function FieldLinks({ fields }: { fields: readonly FieldLinkProps[] }) {
  return fields.map((field, index) => (
    <Fragment key={field.id}>
      {index > 0 && ' · '}
      <FieldLink {...field} />
    </Fragment>
  ))
}

export function FieldLink({ id, text }: FieldLinkProps) {
  return (
    <a className="text-inherit" href={`#${id}`} onClick={(event) => focusField(event, id)}>
      {text}
    </a>
  )
}

/** Where script runs, following the link would end what the page says about the refused form. */
function focusField(event: MouseEvent, id: string): void {
  event.preventDefault()
  document.getElementById(id)?.focus()
}
