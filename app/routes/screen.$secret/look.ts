/** Names of more UTF-16 units are smaller: they would not stay on one line, and a row has no room for two large ones. */
export const LONG_NAME = 22

export const lampLook = 'h-8.5 w-7.5 flex-none max-lg:h-5 max-lg:w-4.5'
