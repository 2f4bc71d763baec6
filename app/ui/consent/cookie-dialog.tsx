import type { Consent } from '#app/game/consent.ts'
import { Badge } from '#app/ui/data/badge.tsx'
import { Button, IconLink } from '#app/ui/forms/button.tsx'
import { CheckField } from '#app/ui/forms/check-field.tsx'
import { Dialog } from '#app/ui/forms/dialog.tsx'
import { ConsentForm } from './consent-form.tsx'
import { getHrefWithoutPreferences } from './cookie-preferences.ts'

/**
 * The cookie preferences, which can open over every page (D15). The stored consent also has analytics and advertising,
 * but the dialog leaves them out (spec 2): the site has neither.
 */
export function CookieDialog({ returnTo, consent }: { returnTo: string; consent: Consent }) {
  return (
    <ConsentForm returnTo={returnTo}>
      <button type="submit" name="choice" value="save" hidden>
        Save
      </button>{' '}
      <Dialog
        title="Cookie preferences"
        close={<IconLink icon="x" label="Close" href={getHrefWithoutPreferences(returnTo)} />}
        footer={<ChoiceButtons />}
      >
        <p className="text-muted">
          Nothing changes until you save. One cookie keeps your choice for a year; the{' '}
          <a href="/privacy-policy">Privacy Policy</a> lists them all.
        </p>
        <div className="divide-y divide-line">
          <CookieCategory
            title="Necessary"
            text="Your sign-in, this choice, and what one page tells the next. Videos too: YouTube is asked only when you press play."
            defaultChecked
            disabled
          />
          <CookieCategory
            title="Socials"
            text="Posts from Instagram inside articles. Instagram learns that you read them, and may set cookies of its own."
            name="socials"
            defaultChecked={consent.socials}
          />
        </div>
      </Dialog>
    </ConsentForm>
  )
}

/** Enter submits with the hidden Save, the form's first button, and not with one that overrides the checkboxes. */
function ChoiceButtons() {
  return (
    <>
      <Button name="choice" value="necessary-only" variant="line">
        Necessary Only
      </Button>
      <Button name="choice" value="accept-all" variant="line">
        Accept All
      </Button>
      <Button name="choice" value="save" variant="spot">
        Save
      </Button>
    </>
  )
}

interface CookieCategoryProps {
  title: string
  text: string
  name?: string
  defaultChecked: boolean
  disabled?: boolean
}

function CookieCategory({ title, text, ...inputProps }: CookieCategoryProps) {
  return (
    <CheckField
      {...inputProps}
      label={
        <>
          <b>{title}</b> {inputProps.disabled && <Badge>Always on</Badge>}
        </>
      }
      help={text}
    />
  )
}
