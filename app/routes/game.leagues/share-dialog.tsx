import { CopyButton } from '#app/ui/forms/copy-button.tsx'
import { FieldWithButton, TextField } from '#app/ui/forms/field.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import type { LeagueView } from './load.server.ts'

/** The invite link as text, to copy, and as a QR code. */
export function ShareDialog({ league, back }: { league: LeagueView; back: string }) {
  const { inviteUrl, leagueName, qr } = league
  return (
    <DialogFrame title="Share invite" back={back}>
      <div className="stack">
        <p className="muted">
          Anyone with this link can join “{leagueName}”. They sign in first, build a team if they have none,
          and then choose to join.
        </p>
        <FieldWithButton wide>
          <TextField label="Invite link" id="invite-link" readOnly value={inviteUrl} />
          <CopyButton
            text={inviteUrl}
            copiedText="Invite link copied!"
            manualText="Press and hold the link to select it, then copy it."
          />
        </FieldWithButton>
        {qr && (
          <svg className="qr" viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label="QR code to scan">
            <rect width={qr.size} height={qr.size} fill="#fff" />
            <path d={qr.path} fill="#000" shapeRendering="crispEdges" />
          </svg>
        )}
      </div>
    </DialogFrame>
  )
}
