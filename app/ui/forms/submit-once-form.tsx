import { Form, type FormProps, useNavigation } from '@remix-run/react'

/**
 * A form whose press does something once: while script waits for its answer, a second press is none. Without
 * script the browser waits itself.
 */
export function SubmitOnceForm(props: Omit<FormProps, 'method' | 'onSubmit'>) {
  const isSubmitting = useNavigation().formMethod === 'POST'
  return (
    <Form
      {...props}
      method="post"
      onSubmit={(event) => {
        if (isSubmitting) event.preventDefault()
      }}
    />
  )
}
