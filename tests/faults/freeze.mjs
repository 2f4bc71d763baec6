/** Loaded into a server by the test of its watchdog: a freeze as no code of ours should have one. */
process.on('SIGUSR2', () => {
  for (;;);
})
