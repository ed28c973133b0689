export const keyMessages = {
  title: "Keyboard shortcuts",
  names: { Ctrl: "Ctrl", Shift: "Shift", Del: "Del", or: "or" },
  groups: { calls: "Calls", lines: "Lines", queue: "In the queue", panels: "Elsewhere" },
  takeNext: "Take next on the selected line",
  hold: "Hold or resume the selected line",
  mute: "Mute or unmute the selected line",
  end: "End the call on the selected line: twice, or hold 0.6 s",
  line1: "Select line 1",
  line2: "Select line 2",
  undo: "Undo the last thing done",
  verify: "Verify, or take it back",
  next: "Mark as next",
  lock: "Lock or unlock",
  move: "Move to the other line, or swap the lines",
  give: "Give to a colleague",
  takeOffered: "Take the call that is offered",
  giveBack: "Give an offered call back",
  sheet: "This sheet",
  find: "Find a caller",
  up: "Row up",
  down: "Row down",
  open: "Caller's details, first field",
  answer: "Answer on the selected line",
  answerOther: "Answer on the other line",
  reject: "Reject: twice",
  show: "Show paused changes",
  position: "Move to a position",
  flags: "Flags of the caller",
  pick: "Select for bulk reject",
  pickUp: "Select upwards",
  pickDown: "Select downwards",
  history: "Caller history",
  nextRegion: "Next part of the page",
  regionBefore: "Part of the page before",
} as const;

declare module "../../lib/messages.ts" {
  interface Messages {
    shortcuts: typeof keyMessages;
  }
}
