import { microphoneMessages } from "../../ui/microphone-messages.ts";

/** The words of the two lines. */
export const lineMessages = {
  line: "Line {number}",
  select: "Select line {number}",
  selected: "Line {number}, selected",
  noCall: "No call",
  readyWords: "Answer a caller from the queue, or press {keys} to take the next one.",
  idleWords: "Select this line to answer here.",
  privateCaller: "Private caller",
  browser: "Browser softphone",
  audioServer: "{name} audio server",
  device: {
    unregistered: "Not registered",
    registering: "Registering…",
    registered: "Registered",
    destroyed: "Stopped",
  },
  microphoneOpen: "Mic open",
  microphoneClosed: "Mic off",
  blocked: {
    prompt: "Microphone not allowed yet",
    dismissed: "Microphone not allowed",
    denied: "Microphone blocked",
    missing: "No microphone",
    busy: "Microphone in use elsewhere",
  },
  register: "Register",
  reload: "Reload",
  mute: "Mute line {number}",
  muted: "Line {number} muted",
  muteHint: "Your microphone on line {number}. The other line is not changed.",
  hold: "Hold",
  resume: "Resume",
  resumeBeside: "Talk on both",
  resumeBesideHint: "The caller on the other line is not held: each line hears you.",
  timeline: "Timeline of this call",
  bothLines: "On both lines",
  keypad: "Keypad",
  end: "End",
  holdToEnd: "Hold to end",
  endAgain: "Once more to end",
  endHint: "Press twice, or hold for 0.6 s",
  endHintAir: "Hold for 0.6 s",
  quality: "MOS {mos} {word}",
  qualityDetail: "Jitter {jitter} ms, round trip {roundTrip} ms, loss {loss} %",
  word: {
    excellent: "excellent",
    great: "great",
    good: "good",
    fair: "fair",
    degraded: "degraded",
  },
  levelOf: { caller: "Caller", microphone: "You" },
  whole: "Call",
  wholeHint: "Talk time of the whole call; above it the time in this state.",
  interrupted: "Audio interrupted, reconnecting…",
  endedWords: {
    caller_hung_up: "The caller hung up",
    operator_hung_up: "You ended the call",
    rejected: "Rejected",
    line_closed: "The line is closed",
    blocked: "Blocked",
    forwarded: "Forwarded",
    no_answer: "No answer",
    busy: "Busy",
    failed: "The call failed",
    time_limit: "The time limit was reached",
    exchange_lost: "The telephone exchange went away",
  },
  microphone: microphoneMessages,
} as const;

declare module "../../lib/messages.ts" {
  interface Messages {
    lines: typeof lineMessages;
  }
}
