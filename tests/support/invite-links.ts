/** What chats add behind a link: the sign that follows it in a sentence, as an address has it. */
export const addedByChats = [
  '',
  ...'. , ) ! * _ %E2%80%99 %E2%80%9D %E2%80%A6 %20 %C2%A0 %E2%80%8B %EF%BB%BF'.split(' '),
]

/** What chats, mail programs, counters of clicks and people add behind the link of an invite. */
export const addedToLinks = [
  ...addedByChats,
  ...`%3E %22 ' ; : ] %20Join%20us! / .data?x=1 ?fbclid=abc &utm_source=x`.split(' '),
]
