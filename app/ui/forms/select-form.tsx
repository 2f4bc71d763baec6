import { Form, useSubmit } from '@remix-run/react'
import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'
import { Button } from './button.tsx'
import { type FieldProps, SelectField } from './field.tsx'

interface SelectFormProps extends FieldProps<'select'> {
  action: string
  /** As wide as its column. */
  isWide?: boolean
  /** What is sent besides. */
  fields?: ReactNode
}

/** A list of options in a plain GET form; with script a choice applies at once. */
export function SelectForm({ action, isWide, fields, ...select }: SelectFormProps) {
  const submit = useSubmit()
  return (
    <Form method="get" action={action}>
      {fields}
      <div
        className={classes(
          'grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 print:hidden',
          !isWide && 'max-w-120',
        )}
      >
        <SelectField
          key={String(select.defaultValue)}
          {...select}
          onChange={(event) => submit(event.currentTarget.form)}
        />
        <Button variant="line" size="field">
          Show
        </Button>
      </div>
    </Form>
  )
}
