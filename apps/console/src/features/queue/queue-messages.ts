/** The words of the queue. */
export const queueMessages = {
  title: "Queue",
  grid: "Callers in the queue",
  tabs: { all: "All", ringing: "Ringing", hold: "Hold", verified: "Verified" },
  tabsLabel: "Which callers are shown",
  find: "Find a caller",
  number: "#",
  state: "State",
  caller: "Caller and point",
  phone: "Number",
  place: "Place",
  wait: "Wait",
  with: "With",
  action: "Action",
  answer: "Answer",
  answerName: "Answer {name}",
  takeOver: "Take over",
  takeOverName: "Take over {name}",
  resume: "Resume",
  resumeName: "Resume {name}",
  more: "More for {name}",
  menu: "Caller {name}",
  answerOn: "Answer on line {number}",
  takeOverOn: "Take over on line {number}",
  resumeOn: "Resume on line {number}",
  details: "Open caller",
  reject: "Reject",
  noPoint: "no point yet",
  notKnown: "not known",
  firstCall: "first call",
  priority: "priority",
  warning: "Warning: {reason}",
  banned: "Banned: {reason}",
  unattended: "nobody with the caller",
  paused: "Paused, {count, plural, one {# change} other {# changes}}",
  pausedKey: "U to show",
  loading: "Loading the queue",
  emptyTitle: "Nobody is waiting",
  emptyWords: "Callers appear here as they ring. Producers open and close the lines.",
  emptyClosedTitle: "The lines are closed",
  emptyClosedWords: "Nobody can ring until a producer opens them.",
  nothingTitle: "Nobody here matches",
  nothingWords: "{count, plural, one {# caller is} other {# callers are}} in the queue.",
  showAll: "Show all callers",
  summary:
    "{count, plural, one {# new call} other {# new calls}}, longest wait {minutes, plural, one {# minute} other {# minutes}}",
} as const;

declare module "../../lib/messages.ts" {
  interface Messages {
    queue: typeof queueMessages;
  }
}
