import { useId } from 'react'
import { getInlineFlagHref } from './inline-flag.tsx'
import { type Fade, LightDefs, Truss } from './light-defs.tsx'
import type { Ray } from './spotlight-geometry.ts'
import { LightingRig } from './spotlight-parts.tsx'
import type { SpotlightCountry } from './spotlights.tsx'

const HERO_FADE: Fade = [
  [0, 1],
  [0.3, 0.72],
  [0.7, 0.34],
  [0.97, 0],
]
const WIDTH = 640
const HEIGHT = 560
const COLUMN = 94
const FLAG_HEIGHT = 62.7
/** Podium heights follow the shares of the game. */
const PODIUM = [262, 218, 218, 174, 174, 174] as const

function getHeroRay(index: number): Ray {
  const x = index - 2.5
  return {
    x0: WIDTH / 2 + x * 84,
    y0: 34,
    w0: 9,
    x1: WIDTH / 2 + x * 106,
    y1: HEIGHT - (PODIUM[index] ?? 174),
    w1: COLUMN + 26,
  }
}

interface HeroArtProps {
  /** Six countries in line-up order, with the share of each position. */
  countries: readonly SpotlightCountry[]
  percentages: readonly number[]
}

export function HeroArt({ countries, percentages }: HeroArtProps) {
  const id = `h${useId().replaceAll(':', '')}`
  const columns = countries.map((light, index) => ({
    ...light,
    ray: getHeroRay(index),
    percent: percentages[index] ?? 0,
  }))
  const label = columns.map(({ country, percent }) => `${country} ${percent} percent`).join(', ')
  return (
    <svg
      className="-mx-1 w-[calc(100%+0.5rem)] overflow-visible print:hidden"
      width={WIDTH}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Example line-up under six stage lights: ${label}`}
    >
      {import.meta.env.SSR && <HeroDefs id={id} />}
      <LightingRig id={id} height={HEIGHT} glow={COLUMN + 10} lamps={columns} />
      {columns.map((column, index) => (
        <Column key={column.code} {...column} isFirst={index === 0} fill={`url(#${id}p)`} />
      ))}
    </svg>
  )
}

/** Its page has no script: what the script of others need not have is only on the server. */
function HeroDefs({ id }: { id: string }) {
  return (
    <>
      <LightDefs id={id} width={WIDTH} height={HEIGHT} fade={HERO_FADE} />
      <defs>
        <linearGradient id={`${id}p`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fff" stopOpacity=".1" />
          <stop offset="1" stopColor="#000" stopOpacity=".35" />
        </linearGradient>
      </defs>
      <Truss y={4} margin={10} width={WIDTH} chains="max-[48rem]:hidden" />
    </>
  )
}

interface ColumnProps extends SpotlightCountry {
  ray: Ray
  percent: number
  isFirst: boolean
  fill: string
}

function Column({ code, country, ray, percent, isFirst, fill }: ColumnProps) {
  const x = ray.x1 - COLUMN / 2
  const box = { x, y: ray.y1, width: COLUMN, height: HEIGHT - ray.y1 }
  const href = getInlineFlagHref(code)
  return (
    <g>
      <rect {...box} fill="#132022" />
      <rect {...box} fill={fill} />
      {href && <image href={href} {...box} height={FLAG_HEIGHT} preserveAspectRatio="xMidYMid slice" />}
      <text
        className="font-stretch-62%"
        fontSize="54"
        fontWeight="800"
        letterSpacing="-.5"
        fill={isFirst ? '#ff62a5' : '#f0f6f6'}
        x={ray.x1}
        y={ray.y1 + 128}
        textAnchor="middle"
      >
        {percent}
        <tspan fontSize="24" dx="1">
          %
        </tspan>
      </text>{' '}
      <text
        className="font-stretch-88% max-xl:hidden"
        fontSize="15"
        fontWeight="600"
        fill="#a8b6b7"
        x={ray.x1}
        y={ray.y1 + 153}
        textAnchor="middle"
      >
        {country}
      </text>{' '}
    </g>
  )
}
