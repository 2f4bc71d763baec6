import type { ComponentPropsWithoutRef, ReactNode } from 'react'

export function CheckField({
  label,
  help,
  ...rest
}: { label: ReactNode; help?: ReactNode } & Omit<ComponentPropsWithoutRef<'input'>, 'className' | 'type'>) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-3 print:hidden">
      <input {...rest} className="size-6 flex-none accent-spot-ink" type="checkbox" />
      <span>
        <span>{label}</span> {help && <span className="block text-muted text-sm">{help}</span>}
      </span>
    </label>
  )
}
