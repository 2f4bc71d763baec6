import { exampleLineup } from '#app/ui/art/example-lineup.ts'
import { InlineFlag } from '#app/ui/art/inline-flag.tsx'
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
      <ol className="how">
        <li>
          <div className="demo">
            <div className="mini">
              {prices.map(([code, country, price]) => (
                <div key={code}>
                  <InlineFlag code={code} size="s" />
                  {country}
                  <span className="end num text-num-sm">{price}</span>
                </div>
              ))}
            </div>
          </div>
          <h3>Select countries</h3>
          <p>Sign six countries. Favourites cost more, and the budget stops at 100M.</p>
        </li>
        <li>
          <div className="demo low">
            {exampleLineup.map(({ code }, index) => (
              <span key={code} className="lit">
                <InlineFlag code={code} size="s" />
                <Position position={index + 1} small />
              </span>
            ))}
          </div>
          <h3>Arrange your line-up</h3>
          <p>First place counts 100%. Then 85, 85, 70, 70, 70. Reorder before every round.</p>
        </li>
        <li>
          <div className="demo">
            <span className="num text-num-md">356</span>
            <span className="text-muted muted">×</span>
            <Share percent={85} />
            <span className="text-muted muted">=</span>
            <span className="num text-num-lg text-spot-ink hot num-lg">302.6</span>
          </div>
          <h3>Score points</h3>
          <p>Real points from juries and public, multiplied by the share of the position.</p>
        </li>
        <li>
          <div className="demo">
            <div className="mini">
              {exampleTable.map(([rank, name, points]) => (
                <div key={rank}>
                  <Medal rank={rank} small />
                  {name}
                  <span className="end num text-num-sm">{points}</span>
                </div>
              ))}
            </div>
          </div>
          <h3>Compete in leagues</h3>
          <p>Play against your sofa, your office and the whole world: each gets a table.</p>
        </li>
      </ol>
    </Section>
  )
}
