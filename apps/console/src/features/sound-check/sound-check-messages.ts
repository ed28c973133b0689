export const soundCheckMessages = {
  run: "Run check",
  again: "Run again",
  running: "Checking…",
  intro: "Microphone, speaker, network and phone in ten seconds. Speak as on air.",
  last: "Last test of the network: {words}, {time}",
  lastFailed: "failed",
  step: {
    microphone: "Microphone",
    speaker: "Speaker",
    network: "Network",
    registration: "Phone",
  },
  status: {
    idle: "Not checked yet",
    running: "Checking…",
    passed: "In order",
  },
  verdict: "{word}, MOS {mos}",
  word: {
    excellent: "Excellent",
    great: "Great",
    good: "Good",
    fair: "Fair",
    degraded: "Degraded",
  },
  asking: "Did you hear the tone?",
  heard: "Yes",
  unheard: "No",
  record: "Record 5 s and play it",
  recordHint: "What callers hear of you.",
} as const;

declare module "../../lib/messages.ts" {
  interface LazyMessages {
    soundCheck: typeof soundCheckMessages;
  }
}
