/** Has the sender of this process look at once; does nothing where no mails go out. Call it after the commit. */
export function wakeSender(): void {}
