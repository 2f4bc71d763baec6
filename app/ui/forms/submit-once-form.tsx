import { Form, type FormProps, useNavigation } from '@remix-run/react'

/** A form that ignores a second submit while script waits for the response. Without script the browser does so itself. */
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
