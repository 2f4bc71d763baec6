import { formatInstant } from '#app/game/time/instant.ts'

/** When the demo's mailbox received a mail, from epoch ms. */
export function ReceivedTime({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{`${formatInstant(at, 'UTC')} UTC`}</time>
}
