/** A dark band across the page, with a line at its end; `bandColumnsLook` lays out its text and its lamps. */
export const bandLook =
  'stage relative isolate overflow-clip bg-stage bg-[radial-gradient(34rem_18rem_at_76%_0,#13282c,transparent)] text-ink after:absolute after:inset-x-0 after:bottom-0 after:h-px after:bg-line print:bg-none'
export const bandColumnsLook =
  'mx-auto grid w-full max-w-wrap items-end gap-x-8 px-page md:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] min-[56rem]:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] xl:grid-cols-[minmax(0,1fr)_minmax(0,34rem)]'
