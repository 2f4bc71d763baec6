import { Flag } from '#app/ui/art/flag.tsx'
import { Icon } from '#app/ui/art/icon.tsx'
import { Bar } from '#app/ui/charts/chart.tsx'
import { classes } from '#app/ui/classes.ts'
import { Card } from '#app/ui/data/card.tsx'
import { NumberOrDash } from '#app/ui/data/number-or-dash.tsx'
import { Cell, ColumnHeader, Row, RowHeader, Table } from '#app/ui/data/table.tsx'
import { Num, Unit } from '#app/ui/data/unit.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { formatCount, formatPrice } from '#app/ui/format.ts'
import { Millions } from '#app/ui/game/price.tsx'
import { Yours } from '#app/ui/game/yours.tsx'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Fact, PageHeader } from '#app/ui/layout/page-header.tsx'
import { ChoiceLinks } from '#app/ui/navigation/choice-links.tsx'
import type { CountriesView, CountryHolders } from './load.server.ts'
import { PricesCard } from './prices-card.tsx'
import type { CountrySort } from './query.server.ts'

/** Who holds whom in a closed round (D36): every country with its price, its holders and its points. */
export function CountriesPage({ view }: { view: CountriesView }) {
  const { round, rounds, sort, rarest, teamCount } = view
  return (
    <Main>
      <PageHeader
        title="Who holds whom"
        lead={round.title}
        live={view.live}
        countries={view.mostHeld}
        lampsLabel="The six most held"
        facts={
          teamCount !== null && (
            <>
              <Fact label="Teams">{formatCount(teamCount)}</Fact>
              {rarest && (
                <Fact label={`Your rarest, ${rarest.country}`} isHighlighted>
                  <span className="flex items-center gap-2">
                    <Flag code={rarest.code} />
                    <Percent permille={rarest.heldPermille} />
                  </span>
                </Fact>
              )}
            </>
          )
        }
      />
      <Toasts />
      <Container className="grid gap-gap">
        {rounds.length > 1 && (
          <ChoiceLinks
            label="Rounds"
            choices={rounds.map(({ roundNumber, title }) => ({
              label: title,
              href: toCountriesHref(roundNumber, sort),
              isChosen: roundNumber === round.roundNumber,
            }))}
          />
        )}
        {view.prices && <PricesCard prices={view.prices} />}
        <Card label={`Countries, ${round.title}`} className="overflow-hidden">
          {teamCount === null ? (
            <p className="p-gap text-muted">
              The line-ups of this round are being counted. Load this page again in a moment.
            </p>
          ) : (
            <>
              <PhoneSorts view={view} />
              <CountriesTable view={view} />
            </>
          )}
        </Card>
      </Container>
    </Main>
  )
}

function toCountriesHref(roundNumber: number, sort: CountrySort): string {
  return `/game/countries?round=${roundNumber}&sort=${sort}`
}

/** On a phone the price and the first places are beneath the name, and the links that sort by them above the table. */
const wideOnly = 'max-md:hidden'

function PhoneSorts({ view }: { view: CountriesView }) {
  return (
    <p className="flex flex-wrap items-center gap-x-5 px-gap pt-1 text-muted text-sm md:hidden">
      <span>Sort by</span> <SortLink view={view} sort="price" label="Price" />{' '}
      <SortLink view={view} sort="first" label="First in" />
    </p>
  )
}

function CountriesTable({ view }: { view: CountriesView }) {
  return (
    <Table>
      <caption className="sr-only">Countries and the teams that hold them, {view.round.title}</caption>
      <thead>
        <tr>
          <SortHeader view={view} sort="name" label="Country" />
          <SortHeader view={view} sort="price" label="Price" className={wideOnly} />
          <SortHeader view={view} sort="held" label="Held by" />
          <SortHeader view={view} sort="first" label="First in" className={wideOnly} />
          <SortHeader view={view} sort="points" label="Points" />
        </tr>
      </thead>
      <tbody>
        {view.rows.map((row) => (
          <CountryRow key={row.code} row={row} />
        ))}
      </tbody>
    </Table>
  )
}

interface SortLinkProps {
  view: CountriesView
  sort: CountrySort
  label: string
}

/** A column's title: the link that sorts by it. */
function SortHeader({ className, ...link }: SortLinkProps & { className?: string }) {
  const { view, sort } = link
  const isName = sort === 'name'
  return (
    <ColumnHeader
      end={!isName}
      className={classes(sort === 'held' && 'max-md:px-[0.35rem]', className)}
      sorted={view.sort === sort ? (isName ? 'ascending' : 'descending') : undefined}
      isTight
    >
      <SortLink {...link} />
    </ColumnHeader>
  )
}

function SortLink({ view, sort, label }: SortLinkProps) {
  const isSorted = view.sort === sort
  return (
    <a
      className="inline-flex min-h-11 min-w-11 items-center gap-1 font-[640] text-muted no-underline hover:text-ink [&[aria-current]]:text-ink max-2xs:[&[aria-current]]:underline"
      href={toCountriesHref(view.round.roundNumber, sort)}
      aria-current={isSorted ? 'true' : undefined}
    >
      {label}
      {isSorted && (
        <Icon name={sort === 'name' ? 'arrow-up' : 'arrow-down'} className="size-4 max-2xs:hidden" />
      )}
    </a>
  )
}

function CountryRow({ row }: { row: CountryHolders }) {
  return (
    <Row isMine={row.isMine}>
      <RowHeader>
        <span className="grid grid-cols-[auto_1fr] items-center gap-x-[0.8rem] text-base max-md:gap-x-[0.65rem] max-2xs:gap-x-2 max-2xs:text-sm">
          <Flag code={row.code} className="max-w-none max-md:w-9.5 max-2xs:w-8" />
          <span className="font-bold leading-[1.25]">
            {row.country} {row.isMine && <Yours />}{' '}
            <span className="block font-normal text-muted text-sm md:hidden">
              <span translate="no" className="whitespace-nowrap">
                {formatPrice(row.priceTenths)}M
              </span>
              <span className="max-2xs:hidden"> · </span>
              <span className="max-2xs:block">
                1st in <FirstPlaces row={row} />
              </span>
            </span>
          </span>
        </span>
      </RowHeader>
      <Cell end className={wideOnly}>
        <Num className="text-[1.625rem]">
          <Millions tenths={row.priceTenths} />
        </Num>
      </Cell>
      <Cell end className="max-md:px-[0.35rem]">
        <span className="grid justify-items-end gap-[0.35rem]">
          <Num className="text-[2.125rem] max-md:text-[1.625rem] max-2xs:text-num-sm">
            <Percent permille={row.heldPermille} />
          </Num>{' '}
          <Bar
            className="h-1.5 w-full max-w-44 max-md:hidden"
            parts={[
              { from: 0, size: 100, className: 'fill-line' },
              { from: 0, size: row.heldPermille / 10, className: 'fill-ink' },
            ]}
          />
        </span>
        <span translate="no" className="block text-muted text-sm">
          {formatCount(row.held)}
        </span>
      </Cell>
      <Cell end className={wideOnly}>
        <Num className="text-[1.625rem]">
          <FirstPlaces row={row} />
        </Num>
      </Cell>
      <Cell end>
        {row.absence ? (
          <span className="text-muted text-sm max-2xs:text-xs">{row.absence}</span>
        ) : (
          <Num className="text-[2.125rem] max-md:text-[1.625rem] max-2xs:text-num-sm">
            <NumberOrDash>{row.points === null ? '-' : formatCount(row.points)}</NumberOrDash>
          </Num>
        )}
      </Cell>
    </Row>
  )
}

/** Tenths of a percent as percent with one decimal: 387 → '38.7%'. */
function Percent({ permille }: { permille: number }) {
  return (
    <span>
      {(permille / 10).toFixed(1)}
      <Unit>%</Unit>
    </span>
  )
}

/** How many teams have the country first; a dash while that is hidden. */
function FirstPlaces({ row: { first } }: { row: CountryHolders }) {
  return <NumberOrDash>{first === null ? '-' : formatCount(first)}</NumberOrDash>
}
