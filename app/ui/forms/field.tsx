import { type ComponentPropsWithoutRef, type ReactNode, useId } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import { classes } from '#app/ui/classes.ts'

interface LabelledFieldProps {
  label: ReactNode
  help?: ReactNode
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

type FieldProps<Tag extends 'input' | 'select' | 'textarea'> = LabelledFieldProps &
  ComponentPropsWithoutRef<Tag>

/** Splits the props of a field into those of its frame and of its control, linked for screen readers. */
function useField<Props extends LabelledFieldProps & { id?: string; className?: string }>(props: Props) {
  const { label, help, error, id, className, ...rest } = props
  const ownId = useId()
  const fieldId = id ?? ownId
  const description = classes(help ? `${fieldId}-help` : null, error ? `${fieldId}-error` : null)
  const aria = { 'aria-describedby': description || undefined, 'aria-invalid': error ? true : undefined }
  return {
    frame: { id: fieldId, label, help, error },
    control: { ...rest, id: fieldId, ...aria, className: classes('in', className) },
  }
}

export function TextField(props: FieldProps<'input'>) {
  const { frame, control } = useField(props)
  return (
    <FieldFrame {...frame}>
      <input {...control} />
    </FieldFrame>
  )
}

export function TextAreaField(props: FieldProps<'textarea'>) {
  const { frame, control } = useField(props)
  return (
    <FieldFrame {...frame}>
      <textarea {...control} />
    </FieldFrame>
  )
}

/** The same with a list of options as children. Without script it needs a button beside it: see FieldWithButton. */
export function SelectField(props: FieldProps<'select'>) {
  const { frame, control } = useField(props)
  return (
    <FieldFrame {...frame}>
      <select {...control} />
    </FieldFrame>
  )
}

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
        {help && <span className="block text-sm text-muted muted sm">{help}</span>}
      </span>
    </label>
  )
}

/** A field with its button at the right: round and league choosers, search. */
export function FieldWithButton({ wide, children }: { wide?: boolean; children: ReactNode }) {
  return <div className={classes('pick', wide && 'pick-wide')}>{children}</div>
}
