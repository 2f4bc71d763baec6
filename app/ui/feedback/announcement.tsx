/** Announces a change to screen readers. Needed with script only: without it a new document is read out. */
export function Announcement({ children }: { children: string }) {
  return (
    <p className="sr-only" aria-live="polite">
      {children}
    </p>
  )
}
