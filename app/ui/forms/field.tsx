import { type ComponentPropsWithoutRef, type ReactNode, useId } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import { classes } from '#app/ui/classes.ts'

interface LabelledFieldProps {
  label: ReactNode
  help?: ReactNode
  /** The error message; also marks the control invalid. */
  error?: ReactNode
}

function FieldFrame({
  id,
  label,
  help,
  error,
  children,
}: LabelledFieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {help && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** The message under a control; link it with `aria-describedby`. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="err" id={id}>
      <Icon name="circle-alert" />
      {children}
    </p>
  )
}

function getAriaProps(id: string, { help, error }: Pick<LabelledFieldProps, 'help' | 'error'>) {
  const ids = classes(help ? `${id}-help` : null, error ? `${id}-error` : null)
  return { id, 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined }
}

/** Label, input, help and error, linked for screen readers. */
export function TextField({
  label,
  help,
  error,
  id,
  className,
  ...rest
}: LabelledFieldProps & ComponentPropsWithoutRef<'input'>) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <FieldFrame id={fieldId} label={label} help={help} error={error}>
      <input {...rest} {...getAriaProps(fieldId, { help, error })} className={classes('in', className)} />
    </FieldFrame>
  )
}

/** The same for text of several lines. */
export function TextAreaField({
  label,
  help,
  error,
  id,
  className,
  ...rest
}: LabelledFieldProps & ComponentPropsWithoutRef<'textarea'>) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <FieldFrame id={fieldId} label={label} help={help} error={error}>
      <textarea {...rest} {...getAriaProps(fieldId, { help, error })} className={classes('in', className)} />
    </FieldFrame>
  )
}

/** The same with a list of options as children. Without script it needs a button beside it: see FieldWithButton. */
export function SelectField({
  label,
  help,
  error,
  id,
  className,
  ...rest
}: LabelledFieldProps & ComponentPropsWithoutRef<'select'>) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <FieldFrame id={fieldId} label={label} help={help} error={error}>
      <select {...rest} {...getAriaProps(fieldId, { help, error })} className={classes('in', className)} />
    </FieldFrame>
  )
}

/** A checkbox in a label of at least 44 px. */
export function CheckField({
  label,
  help,
  ...rest
}: { label: ReactNode; help?: ReactNode } & ComponentPropsWithoutRef<'input'>) {
  return (
    <label className="check">
      <input {...rest} type="checkbox" />
      <span>
        {label}
        {help && <span className="block sm muted">{help}</span>}
      </span>
    </label>
  )
}

/** A field with its button at the right: round and league choosers, search. */
export function FieldWithButton({ wide, children }: { wide?: boolean; children: ReactNode }) {
  return <div className={classes('pick', wide && 'pick-wide')}>{children}</div>
}
