export const undoMessages = {
  rejected: "Rejected {name}",
  ended: "Ended {name}. Music for {seconds} s",
  bulk: "Rejected {count, plural, one {# caller} other {# callers}}",
  undoBulk: "Undo: bring {count, plural, one {# caller} other {# callers}} back",
} as const;
