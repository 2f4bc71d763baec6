import { Fragment } from 'react'
import type { GuideEndpoint, GuideSchema } from '#app/api/guide.ts'
import { Badge } from '#app/ui/data/badge.tsx'
import { Card } from '#app/ui/data/card.tsx'

/** One endpoint: its request, its callers, and all its responses. */
export function EndpointCard({ endpoint }: { endpoint: GuideEndpoint }) {
  const { method, path, summary, access, isPaged, body, file, status, response, errors } = endpoint
  const id = `${method}${path}`.replace(/\W+/g, '-').toLowerCase()
  return (
    <Card labelledBy={id} pad className="grid gap-[0.9rem] stack">
      <h3 id={id}>
        <code>
          {method}{' '}
          <span className="path">
            {path.split(/(?=\/)/).map((step) => (
              <Fragment key={step}>
                <wbr />
                {step}
              </Fragment>
            ))}
          </span>
        </code>
      </h3>
      <p>{summary}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-[0.4rem] row">
        <Badge tone={access === 'admin' ? 'ink' : 'line'}>{accessLabels[access]}</Badge>
        {isPaged && <Badge>offset, limit</Badge>}
        {file && <Badge>multipart, field {file}</Badge>}
      </p>
      {body && <Schema title="Takes" shape={body} />}
      {response ? (
        <Schema title={`Answers ${status}`} shape={response} />
      ) : (
        <p>Answers {status}, without a body.</p>
      )}
      <details>
        <summary className="link">Errors</summary>
        <ul>
          {errors.map(({ errorType, status: code }) => (
            <li key={errorType}>
              {code} <code>{errorType}</code>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  )
}

const accessLabels = { anyone: 'Anyone', manager: 'Signed in', admin: 'Admins' } as const

function Schema({ title, shape }: { title: string; shape: GuideSchema }) {
  return (
    <div className="grid gap-[0.9rem] stack">
      <h4 className="text-sm sm">
        {title} <code>{shape.name}</code>
      </h4>
      <div className="tablew">
        <table className="t fields">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Type</th>
              <th scope="col">About</th>
            </tr>
          </thead>
          <tbody>
            {shape.fields.map(({ name, type, about }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td className="text-sm text-muted muted sm">{type}</td>
                <td className="text-sm sm">{about}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shape.example && (
        <pre className="example">
          <code>{shape.example}</code>
        </pre>
      )}
    </div>
  )
}
