import { isLampLit, type LampState } from '#app/game/season/show-state.ts'
import type { ShowStateView } from '#app/game/season/show-text.ts'
import { Icon } from '#app/ui/art/icon.tsx'

const icons: Partial<Record<LampState, 'check' | 'x'>> = { through: 'check', out: 'x' }

/** The words beside a lamp: when a country sings, or why it does not. */
export function ShowStateText({ show: { state, text } }: { show: ShowStateView }) {
  const icon = icons[state]
  return (
    <span className="inline-flex items-center gap-[0.35rem]">
      {icon && <Icon name={icon} className="size-4" />}
      {isLampLit(state) && state !== 'ready' ? <b className="text-ink">{text}</b> : text}
    </span>
  )
}
