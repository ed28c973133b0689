export const undoMessages = {
  rejected: "Rejected {name}",
  ended: "Ended {name}. Music for {seconds} s",
  bulk: "Rejected {count, plural, one {# caller} other {# callers}}",
  undo: "Undo",
  undoName: "Undo: bring {name} back",
  undoBulk: "Undo: bring {count, plural, one {# caller} other {# callers}} back",
} as const;
