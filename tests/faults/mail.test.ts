import { test } from 'vitest'

/** Its place among the faults; the mails themselves have tests of their own. */
test.todo(
  'a mail server that is down or slow keeps no request waiting, and each mail goes out once it is back',
)
