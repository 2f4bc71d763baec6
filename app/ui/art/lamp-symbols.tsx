import type { LampState } from '#app/game/season/show-state.ts'
import { ColouredFlares } from './light-defs.tsx'

/** How a lamp looks in each state: the class of its fill, its outline, and what is drawn in it. */
interface LampDrawing {
  fill: string
  /** Without one the fill alone shows the shape. */
  stroke?: string
  dashes?: string
  /** A sign that tells the state without colour, in a lamp that has no digit. */
  sign?: { path: string; stroke: string }
  /** Shown beside a digit, too. */
  isSignKept?: boolean
}

const dark: LampDrawing = { fill: 'fill-sunken', stroke: 'var(--edge)' }

/** The drawing of every state (D35). Colours are those of the place: a stage has its own. */
const drawings: Record<LampState, LampDrawing> = {
  absent: { fill: 'fill-none', stroke: 'var(--edge)', dashes: '4 3' },
  ready: { fill: 'fill-ink' },
  waiting: { fill: 'fill-[color-mix(in_oklab,var(--ink)_22%,var(--surface))]' },
  'on-stage': { fill: 'fill-spot', sign: { path: 'M22 12v20m-8-7 8 8 8-8', stroke: 'var(--on-spot)' } },
  sung: { fill: 'fill-ink' },
  through: { fill: 'fill-gold', sign: { path: 'M13 24l6 7 12-15', stroke: 'var(--on-spot)' } },
  out: { ...dark, sign: { path: 'M14 14l16 16m0-16L14 30', stroke: 'var(--muted)' } },
  withdrawn: { ...dark, sign: { path: 'M8 22h28', stroke: 'var(--ink)' }, isSignKept: true },
}

const states = Object.entries(drawings)

/** What every Lamp and every coloured light on the page refers to. Render it once, on the server: it shows nothing itself. */
export function LampSymbols() {
  return (
    <svg className="sr-only" width="0" height="0" aria-hidden="true">
      <ColouredFlares />
      {states.map(([state, drawing]) => (
        <LampSymbol key={state} id={`lamp-${state}`} drawing={drawing} hasSign />
      ))}
      {states.map(([state, drawing]) => (
        <LampSymbol
          key={state}
          id={`lamp-${state}-digit`}
          drawing={drawing}
          hasSign={drawing.isSignKept ?? false}
        />
      ))}
    </svg>
  )
}

interface LampSymbolProps {
  id: string
  drawing: LampDrawing
  hasSign: boolean
}

function LampSymbol({ id, drawing: { fill, stroke, dashes, sign }, hasSign }: LampSymbolProps) {
  return (
    <symbol id={id} viewBox="0 0 44 44" preserveAspectRatio="none">
      <path
        className={fill}
        d="M11 2h22L42.5 42h-41z"
        stroke={stroke}
        strokeWidth="2"
        strokeDasharray={dashes}
      />
      {hasSign && sign && <path d={sign.path} fill="none" stroke={sign.stroke} strokeWidth="5" />}
    </symbol>
  )
}
