import { pastEndWords } from "../../lib/past-end-words.ts";

export const pastCallMessages = {
  timeline: "Timeline",
  ended: pastEndWords,
  historyPrivate: "The number is withheld",
  historyPrivateWords: "Past calls appear here by number. Enter the number to find them.",
  historyEmpty: "The first call of this number",
  historyEmptyWords: "Calls appear here automatically when they end.",
  more: "Show older calls",
  loading: "Loading past calls",
  timelineOf: "Timeline of the call of {time}",
  hungUpWaiting: "hung up while waiting",
  talkedWith: "talked with {name}",
  talked: "talked",
  waited: "waited {time}",
  quality: "sound {word}, MOS {mos}",
  qualityDetail:
    "Jitter {jitter} ms, round trip {roundTrip} ms, loss {loss} %, {warnings, plural, =0 {no warnings} one {# warning} other {# warnings}}",
  qualityWord: {
    excellent: "excellent",
    great: "great",
    good: "good",
    fair: "fair",
    degraded: "degraded",
  },
} as const;
