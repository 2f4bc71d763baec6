import { useRootData } from '#app/ui/root-data.ts'

/** In the browser of an app: what may happen there, and the address of a page to open elsewhere. No page with script has it. */
export function CopyLink({ path }: { path: string }) {
  const root = useRootData()
  if (!import.meta.env.SSR || !root?.isInApp) return null
  return (
    <div className="grid gap-2 text-sm">
      <p>Some providers refuse to sign you in inside this app: open the link in your browser.</p>
      <label className="grid gap-1 font-[680]">
        Copy link
        <input className="min-h-11 rounded-md bg-sunken px-3 text-ink" readOnly value={root.origin + path} />
      </label>
    </div>
  )
}
