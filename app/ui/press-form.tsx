import { Form, type FormProps, useNavigation } from '@remix-run/react'

/**
 * A form whose press does something once: while script waits for its answer, a second press is none. Without
 * script the browser waits itself.
 */
export function PressForm(props: Omit<FormProps, 'method' | 'onSubmit'>) {
  const isOnItsWay = useNavigation().formMethod === 'POST'
  return (
    <Form
      {...props}
      method="post"
      onSubmit={(event) => {
        if (isOnItsWay) event.preventDefault()
      }}
    />
  )
}
