import { type MouseEvent, type PointerEvent, useState } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'

/** The handle to drag a row by. Nothing but script can: the buttons of the row do the same. */
export function Grip() {
  return (
    useHydrated() && (
      <span
        className="absolute inset-y-0 left-0 flex w-11 cursor-grab touch-none select-none items-center text-muted md:pl-2.5 print:hidden"
        data-grip
      >
        <Icon name="grip" className="size-4.5" />
      </span>
    )
  )
}

/**
 * Dragging a row by its grip: handlers for the list, which captures the pointer because the row itself moves in the document.
 * The country takes the place of each row that the pointer enters.
 */
export function useDragging(codes: readonly string[], moveTo: (code: string, index: number) => void) {
  const [code, setCode] = useState<string>()
  return {
    // Safari selects text from here on, and keeps it selected.
    onMouseDown(event: MouseEvent<HTMLElement>) {
      if (findGrip(event.target)) event.preventDefault()
    },
    onPointerDown({ target, currentTarget, pointerId }: PointerEvent<HTMLElement>) {
      const grip = findGrip(target)
      if (!grip) return
      currentTarget.setPointerCapture(pointerId)
      setCode(grip.closest('li')?.dataset.code)
    },
    onPointerMove({ currentTarget, clientY }: PointerEvent<HTMLElement>) {
      if (!code) return
      const rows = [...currentTarget.children].map((row) => row.getBoundingClientRect())
      const index = rows.findIndex((row) => clientY >= row.top && clientY < row.bottom)
      if (index >= 0 && codes[index] !== code) moveTo(code, index)
    },
    onLostPointerCapture() {
      setCode(undefined)
    },
  }
}

const findGrip = (target: EventTarget) => target instanceof Element && target.closest('[data-grip]')
