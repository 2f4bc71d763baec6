import { Fragment } from 'react'

interface FieldLink {
  /** Id of the field. */
  id: string
  /** Its label, or what is wrong in few words: the sentence stands at the field. */
  text: string
}

/** For the toast of a refused form: links to the fields to correct. */
export function FieldLinks({ fields }: { fields: readonly FieldLink[] }) {
  return fields.map(({ id, text }, index) => (
    <Fragment key={id}>
      {index > 0 && ' · '}
      <a className="text-inherit" href={`#${id}`}>
        {text}
      </a>
    </Fragment>
  ))
}
