export const connectionMessages = {
  reconnecting: "Reconnecting… attempt {attempt}, list may be out of date ({seconds} s)",
  connecting: "Connecting…",
  offline: "You are offline. Connected calls go on as long as their sound arrives.",
  back: "Up to date",
  slow: "Live, but slow: the list is reloaded every 3 s until events arrive again.",
  telephonyDown:
    "The telephone exchange does not answer. New calls cannot come in until it is back.",
  exchangesAway:
    "{count, plural, one {The telephone exchange {names} does} other {The telephone exchanges {names} do}} not answer. New calls still come in.",
  turnedAway:
    "The telephone exchange is full: {count, plural, one {# caller was} other {# callers were}} rejected, the last at {time}.",
} as const;
