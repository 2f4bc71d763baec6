import { type ComponentPropsWithoutRef, type ReactNode, useId } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import { classes } from '#app/ui/classes.ts'

export const fieldLabelLook = 'text-sm font-[680] font-stretch-103%'

const controlLook =
  'rounded-md border-[1.5px] border-edge bg-surface text-ink placeholder:text-muted placeholder:opacity-100 hover:border-ink focus-visible:outline-offset-1 disabled:bg-sunken aria-invalid:border-bad aria-invalid:[box-shadow:inset_0_-3px_0_var(--bad)] forced-colors:aria-invalid:border-3'

const controlSizes = {
  line: 'min-h-12 w-full px-[0.8rem] py-[0.55rem] [&[readonly]]:bg-sunken',
  // When its calendar button has the focus, the field itself does not match :focus-visible.
  date: 'min-h-12 w-full px-[0.8rem] py-[0.55rem] focus-within:outline-3 focus-within:outline-focus',
  select: 'min-h-12 w-full appearance-none py-[0.55rem] pr-10 pl-[0.8rem]',
  text: 'min-h-36 w-full px-[0.8rem] py-[0.55rem] leading-normal',
  tallText: 'min-h-88 w-full px-[0.8rem] py-[0.55rem] leading-normal',
  number:
    'min-h-11 w-26 px-[0.7rem] py-[0.2rem] text-right text-[1.5rem] font-[800] tabular-nums font-stretch-62% max-2xs:w-19',
} as const

/** The look of a control without a frame of its own. */
export function getControlClass(size: keyof typeof controlSizes): string {
  return classes(controlLook, controlSizes[size])
}

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
    <div className="grid content-start gap-[0.35rem]">
      <label className={fieldLabelLook} htmlFor={id}>
        {label}
      </label>
      {children}
      {help && (
        <p className="text-muted text-sm" id={`${id}-help`}>
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
    <p className="flex items-start gap-[0.4rem] font-[600] text-bad text-sm" id={id} data-error>
      <Icon name="circle-alert" className="mt-[0.15em]" />
      {children}
    </p>
  )
}

export type FieldProps<Tag extends 'input' | 'select' | 'textarea'> = LabelledFieldProps &
  Omit<ComponentPropsWithoutRef<Tag>, 'className'>

/** Splits the props of a field into those of its frame and of its control, linked for screen readers. */
function useField<Props extends LabelledFieldProps & { id?: string; autoFocus?: boolean }>(props: Props) {
  const { label, help, error, id, ...rest } = props
  const ownId = useId()
  const fieldId = id ?? ownId
  const description = classes(help ? `${fieldId}-help` : null, error ? `${fieldId}-error` : null)
  const aria = { 'aria-describedby': description || undefined, 'aria-invalid': error ? true : undefined }
  return {
    frame: { id: fieldId, label, help, error },
    // A wrong field gets the focus. A page on which two may be wrong says which one.
    control: { ...rest, id: fieldId, ...aria, autoFocus: rest.autoFocus ?? !!error },
  }
}

export function TextField(props: FieldProps<'input'>) {
  const { frame, control } = useField(props)
  return (
    <FieldFrame {...frame}>
      <input {...control} className={getControlClass(props.type === 'date' ? 'date' : 'line')} />
    </FieldFrame>
  )
}

export function TextAreaField({ isTall, ...props }: FieldProps<'textarea'> & { isTall?: boolean }) {
  const { frame, control } = useField(props)
  return (
    <FieldFrame {...frame}>
      <textarea {...control} className={getControlClass(isTall ? 'tallText' : 'text')} />
    </FieldFrame>
  )
}

/** The same with a list of options as children. Without script it needs a button beside it: see SelectForm. */
export function SelectField(props: FieldProps<'select'>) {
  const { frame, control } = useField(props)
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <select {...control} className={getControlClass('select')} />
        <SelectArrow />
      </div>
    </FieldFrame>
  )
}

interface TitleSelectProps extends ComponentPropsWithoutRef<'select'> {
  id: string
  label: string
}

/** A list of options that is a card's title, too: its label is for screen readers. */
export function TitleSelect({ label, ...select }: TitleSelectProps) {
  return (
    <div className="relative min-w-0 max-w-full print:hidden">
      <label className="sr-only" htmlFor={select.id}>
        {label}
      </label>
      <select
        {...select}
        className="display min-h-11 max-w-full appearance-none rounded-md border-[1.5px] border-edge bg-surface pr-9 pl-[0.6rem] text-[1.5rem] hover:border-ink max-2xs:w-41 max-2xs:text-[1.125rem] [&>option]:font-sans [&>option]:text-base"
      />
      <SelectArrow />
    </div>
  )
}

function SelectArrow() {
  return (
    <Icon
      name="chevron-down"
      className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 stroke-[2.5] text-edge"
    />
  )
}
