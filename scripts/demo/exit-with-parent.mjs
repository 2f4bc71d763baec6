// Loaded first in each child of the demo: when the demo is killed without a chance to say so, its children
// still stop as they would for SIGTERM. Nothing is ever sent over the channel.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
