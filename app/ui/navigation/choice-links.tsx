import { TextLink } from './text-link.tsx'

interface ChoiceLinksProps {
  /** What is chosen: the name of the navigation. */
  label: string
  choices: readonly { label: string; href: string; isChosen: boolean }[]
}

const choiceLook =
  'text-ink no-underline hover:bg-raised aria-[current=page]:[box-shadow:inset_0_-3px_var(--spot-ink)] forced-colors:aria-[current=page]:border-b-3'

/** Links to the same page for another choice, such as a show; the present one is underlined. */
export function ChoiceLinks({ label, choices }: ChoiceLinksProps) {
  return (
    <nav className="flex flex-wrap gap-x-6 print:hidden" aria-label={label}>
      {choices.map((choice) => (
        <TextLink
          key={choice.label}
          className={choiceLook}
          href={choice.href}
          aria-current={choice.isChosen ? 'page' : undefined}
        >
          {choice.label}
        </TextLink>
      ))}
    </nav>
  )
}
