/**
 * All words of each action, by its id: the labels, the sentence of the shortcut sheet, the
 * announcement.
 */
export const actionWords = {
  take_next: { command: "Take next on the selected line", done: "{name} goes to air" },
  dump_next: { command: "Dump mode: end the call on air and take the next to air" },
  drop_air: {
    command: "Drop all callers from air: hold 0.6 s",
    name: "Drop air",
    done: "All callers are off air",
  },
  hold: {
    command: "Hold or resume the selected line",
    name: "Hold",
    done: "{name} is on hold",
  },
  resume: {
    name: "Resume",
    named: "Resume {name}",
    onLine: "Resume on line {number}",
    done: "{name} is on the line again",
  },
  mute: { command: "Mute or unmute the selected line", done: "Line {number} is muted" },
  unmute: { done: "Line {number} is no longer muted" },
  hang_up: {
    command: "End the call on the selected line: press twice or hold 0.6 s",
    name: "End",
    done: "The call with {name} has ended",
  },
  undo: { command: "Undo the last action", done: "{name} is back" },
  bring_back: { name: "Undo", named: "Undo: bring {name} back" },
  verify: {
    command: "Verify or unverify",
    name: "Verify",
    on: "Verified",
    done: "{name} is verified",
  },
  unverify: { name: "Unverify", done: "{name} is no longer verified" },
  mark_next: { name: "Mark as next", on: "Next", done: "{name} is next" },
  lock: { command: "Lock or unlock", name: "Lock", on: "Locked", done: "{name} is locked" },
  unlock: { name: "Unlock", done: "{name} is unlocked" },
  radio_off: { command: "Radio off or on", name: "Radio off" },
  agreed: { command: "Agreed to air or not", name: "Agreed to air" },
  move: {
    command: "Move to the other line, or swap the lines",
    done: "The call is now on line {number}",
  },
  swap: { done: "The lines are swapped" },
  offer: {
    command: "Hand over to a colleague",
    name: "Hand over",
    done: "{name} is offered to {to}",
  },
  take_offered: { command: "Take the offered call", name: "Take" },
  give_back: { command: "Return the offered call" },
  record: { command: "Start or stop recording" },
  accept: {
    command: "Answer on the selected line",
    name: "Answer",
    named: "Answer {name}",
    onLine: "Answer on line {number}",
  },
  accept_other: { command: "Answer on the other line" },
  take_over: { name: "Take over", named: "Take over {name}", onLine: "Take over on line {number}" },
  takeFrom: { onLine: "Take over from {name} on line {number}" },
  reject: { command: "Reject: press twice", name: "Reject", done: "{name} is rejected" },
  call_back: { name: "Call back later" },
  end_held: { name: "End the call" },
  position: { command: "Move to a position", name: "Move to position…" },
  ban: { command: "Ban the caller", name: "Ban for a day, a week, for ever…" },
  lift_ban: { name: "Lift the ban…" },
  flags: { command: "Flags of the caller", name: "Flags…" },
  pick: { command: "Select for bulk reject", name: "Select" },
  unpick: { name: "Deselect" },
  select_up: { command: "Select upwards" },
  select_down: { command: "Select downwards" },
  show: { command: "Show paused changes", name: "Show" },
  up: { command: "Row up" },
  down: { command: "Row down" },
  open: { command: "Caller's details, first field", name: "Open caller" },
  timeline: { name: "Timeline" },
  prizes: { name: "Prizes…" },
  pin: { name: "Keep at the front" },
  unpin: { name: "No longer keep at the front" },
  add_to_conference: { onLine: "Bring into the conference" },
  talk_privately: { onLine: "Talk privately" },
  join_conference: { onLine: "Join the conference on line {number}" },
  find: { command: "Find a caller" },
  history: { command: "Caller history" },
  line1: { command: "Select line 1" },
  line2: { command: "Select line 2" },
} as const;

type Words = typeof actionWords;
type Word = { [Id in keyof Words]: `${Id}.${keyof Words[Id] & string}` }[keyof Words];

/** A label or a sentence without arguments. */
export type ActionName = Exclude<Word, `${string}.${"done" | "named" | "onLine"}`>;

/** The actions that a screen reader announces. */
export type AnnouncedAction =
  Extract<Word, `${string}.done`> extends `${infer Id}.done` ? Id : never;

export function isAnnounced(id: string): id is AnnouncedAction {
  const words: Readonly<Record<string, object>> = actionWords;
  return "done" in (words[id] ?? {});
}
