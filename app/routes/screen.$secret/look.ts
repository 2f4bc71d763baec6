/** From so many UTF-16 units on a team's name is smaller. */
export const LONG_NAME = 26

export const lampLook = 'h-8.5 w-7.5 flex-none max-lg:h-5 max-lg:w-4.5'
