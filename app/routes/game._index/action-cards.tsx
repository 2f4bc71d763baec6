import type { GameAction } from '#app/game/dashboard-actions.ts'
import { ActionTile, ActionTiles } from '#app/ui/navigation/action-tile.tsx'

const actionHrefs = {
  team: { icon: 'users', href: '/game/team' },
  lineup: { icon: 'list-ordered', href: '/game/lineup' },
  results: { icon: 'chart', href: '/game/results' },
  leagues: { icon: 'trophy', href: '/game/leagues' },
} as const

/** The four action cards; a disabled one shows the reason (spec 2). */
export function ActionCards({ actions }: { actions: readonly GameAction[] }) {
  return (
    <ActionTiles label="Game actions">
      {actions.map(({ name, title, text, isEnabled }) => (
        <ActionTile
          key={name}
          icon={actionHrefs[name].icon}
          title={title}
          text={text}
          href={isEnabled ? actionHrefs[name].href : null}
          soft
        />
      ))}
    </ActionTiles>
  )
}
