// Preloaded in each child process of the demo: when the demo is killed, the channel closes and the child stops as on
// SIGTERM. The channel carries no messages.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
