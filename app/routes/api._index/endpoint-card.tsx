import { Fragment } from 'react'
import type { GuideEndpoint, GuideSchema } from '#app/api/guide.ts'
import { Badge } from '#app/ui/data/badge.tsx'
import { Card } from '#app/ui/data/card.tsx'
import { Cell, ColumnHeader, Row, Table } from '#app/ui/data/table.tsx'
import { Summary } from '#app/ui/navigation/text-link.tsx'

/** One endpoint: its request, its callers, and all its responses. */
export function EndpointCard({ endpoint }: { endpoint: GuideEndpoint }) {
  const { method, path, summary, access, isPaged, body, file, status, response, errors } = endpoint
  const id = `${method}${path}`.replace(/\W+/g, '-').toLowerCase()
  return (
    <Card stack labelledBy={id}>
      <h3 id={id}>
        <code className="wrap-anywhere text-[1.125rem]">
          {method}{' '}
          <span className="wrap-normal font-[500]">
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
      <p className="flex flex-wrap items-center gap-x-3 gap-y-[0.4rem]">
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
        <Summary>Errors</Summary>
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
    <div className="grid gap-[0.9rem]">
      <h4 className="text-sm">
        {title} <code>{shape.name}</code>
      </h4>
      <Table>
        <thead>
          <tr>
            <ColumnHeader className="w-1/2 md:w-96">Field, type</ColumnHeader>
            <ColumnHeader>About</ColumnHeader>
          </tr>
        </thead>
        <tbody>
          {shape.fields.map(({ name, type, about }) => (
            <Row key={name}>
              <Cell className="wrap-anywhere">
                <code>{name}</code> <span className="inline-block text-muted text-sm">{type}</span>
              </Cell>
              <Cell className="text-sm">{about}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {shape.example && (
        <pre className="wrap-anywhere whitespace-pre-wrap rounded-md bg-sunken px-4 py-3 text-sm">
          <code>{shape.example}</code>
        </pre>
      )}
    </div>
  )
}
