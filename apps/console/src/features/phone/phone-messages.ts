export const phoneMessages = {
  title: "Demonstration telephone",
  words: "Ring the station from here, or be rung: whoever dials your number rings this page.",
  from: "Ring from",
  to: "Ring to",
  call: "Call",
  hangUp: "Hang up",
  mute: "Mute",
  unmute: "Unmute",
  keypad: "Keypad",
  youSay: "You",
  youHear: "They",
  idle: "Ready to call",
  connecting: "Connecting…",
  ringing: "Ringing…",
  rung: "The station rings",
  answer: "Answer",
  decline: "Decline",
  talking: "Connected with the station",
  reconnecting: "The sound was interrupted. Reconnecting…",
  loading: "Getting the telephone ready",
  off: "There is no telephone here",
  offWords: "The demonstration telephone is switched off on this server.",
  failed: "The telephone does not work now",
} as const;

declare module "../../lib/messages.ts" {
  interface LazyMessages {
    phone: typeof phoneMessages;
  }
}
