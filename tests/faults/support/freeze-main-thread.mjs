/** Loaded into a server by the watchdog's tests: blocks the main thread for ever (SIGUSR2) or for two seconds (SIGUSR1). */
process.on('SIGUSR2', () => {
  for (;;);
})
process.on('SIGUSR1', () => {
  const until = Date.now() + 2_100
  while (Date.now() < until);
})
