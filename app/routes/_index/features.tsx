import type { ReactNode } from 'react'
import { exampleLineup } from '#app/ui/art/example-lineup.ts'
import { InlineFlag } from '#app/ui/art/inline-flag.tsx'
import { Num } from '#app/ui/data/unit.tsx'
import { Medal, Position, Share } from '#app/ui/game/position.tsx'
import { Section } from '#app/ui/layout/section.tsx'

const prices = [
  ['SE', 'Sweden', '32M'],
  ['IT', 'Italy', '13M'],
  ['AL', 'Albania', '19M'],
] as const
const exampleTable = [
  [1, 'Your sofa', '2,104.6'],
  [2, 'Your office', '2,098'],
  [3, 'Your mum', '2,071.3'],
] as const

/** How the game works, in four cards (spec 2). */
export function Features() {
  return (
    <Section id="how" title="From scoresheet to show night">
      <ol className="grid gap-px border-line border-y bg-line md:grid-cols-2 xl:grid-cols-4">
        <Step
          title="Select countries"
          text="Pick six countries. Favourites cost more, and your budget is 100M."
        >
          <Rows>
            {prices.map(([code, country, price]) => (
              <Row key={code} value={price}>
                <InlineFlag code={code} size="s" />
                {`${country} `}
              </Row>
            ))}
          </Rows>
        </Step>
        <Step
          title="Arrange your line-up"
          text="First place counts 100%. Then 85, 85, 70, 70, 70. Reorder before every round."
          isLow
        >
          {exampleLineup.map(({ code }, index) => (
            <span key={code} className="grid justify-items-center gap-[0.45rem]">
              <InlineFlag code={code} size="s" />
              <Position position={index + 1} size="s" />{' '}
            </span>
          ))}
        </Step>
        <Step
          title="Score points"
          text="Real points from juries and public, multiplied by the share of the position."
        >
          <Num className="text-num-md">356</Num> <span className="text-muted">×</span> <Share percent={85} />{' '}
          <span className="text-muted">=</span> <Num className="text-num-lg text-spot-ink">302.6</Num>
        </Step>
        <Step
          title="Compete in leagues"
          text="Play against your sofa, your office and the whole world: each has its own table."
        >
          <Rows>
            {exampleTable.map(([rank, name, points]) => (
              <Row key={rank} value={points}>
                <Medal rank={rank} small />
                {` ${name} `}
              </Row>
            ))}
          </Rows>
        </Step>
      </ol>
    </Section>
  )
}

interface StepProps {
  title: string
  text: string
  /** Its example stands on the floor. */
  isLow?: boolean
  /** The example. */
  children: ReactNode
}

function Step({ title, text, isLow, children }: StepProps) {
  return (
    <li className="bg-bg py-6 md:px-6 md:pb-7 md:max-xl:odd:pl-0 xl:pt-7 xl:pb-8 xl:last:pr-0 xl:first:pl-0 forced-colors:border-b">
      <div className={isLow ? lowExample : example}>{children}</div>
      <h3 className="display mb-2 text-[1.875rem] leading-none">{title}</h3>
      <p className="max-w-[36ch] text-pretty text-muted">{text}</p>
    </li>
  )
}

const example = 'mb-4 flex items-center gap-2 md:mb-5 md:h-33'
const lowExample = 'mb-4 flex items-end gap-2 pb-1 md:mb-5 md:h-33'

function Rows({ children }: { children: ReactNode }) {
  return <div className="grid w-full gap-1.5">{children}</div>
}

function Row({ value, children }: { value: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-[0.6rem] rounded-md border border-line bg-surface px-[0.6rem] py-[0.35rem] font-[650] text-sm">
      {children}
      <Num className="ml-auto text-num-sm">{value}</Num>
    </div>
  )
}
