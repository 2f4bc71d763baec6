/** Loaded into a server by the test of its watchdog: freezes as no code of ours should have one, for ever or for two seconds. */
process.on('SIGUSR2', () => {
  for (;;);
})
process.on('SIGUSR1', () => {
  const until = Date.now() + 2_100
  while (Date.now() < until);
})
