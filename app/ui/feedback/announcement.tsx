/** Tells those who do not see the page change what a press did. Without script a page is drawn anew, and says itself. */
export function Announcement({ children }: { children: string }) {
  return (
    <p className="vh" aria-live="polite">
      {children}
    </p>
  )
}
