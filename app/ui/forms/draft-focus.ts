/** Lets a button of a draft form keep the focus: by script, or by autofocus after a reload. */
export function getFocusProps(name: string, focus: string | null) {
  return { 'data-focus': name, autoFocus: focus === name }
}
