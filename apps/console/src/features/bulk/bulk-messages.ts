export const bulkMessages = {
  long: "Ringing for more than 5 min",
  ringing: "All ringing",
  picked: "Selected in the queue",
  flag: "With flag {name}",
  nobody: "Tick whom you want to reject, or select rows in the queue with X.",
  going: "{count, plural, one {# caller goes} other {# callers go}}",
  spared: "{count, plural, one {# caller stays} other {# callers stay}}",
  sparedOne: "{name}: {reason}",
  more: "and {count} more",
  most: "At most {count} at once: the first in the queue.",
  hear: "They hear: “{words}”",
  hearOwn: "They hear the station's own message.",
  play: "Play what they hear",
  stop: "Stop",
  looking: "Asking who may go",
  failed: "Who may go is not known. {words}",
  reject: "{count, plural, one {Reject # caller} other {Reject # callers}}",
  nobodyGoes: "Nobody goes",
  rejected: "{count, plural, one {# caller is} other {# callers are}} rejected",
  undo: "Undo, {seconds} s",
  undone: "Undo",
  stays: {
    with: "with {name}",
    held: "on hold",
    pinned: "kept at the front",
    locked: "locked",
    onAir: "on air",
    priority: "priority line",
    gone: "gone already",
  },
} as const;

declare module "../../lib/messages.ts" {
  interface LazyMessages {
    bulk: typeof bulkMessages;
  }
}
