export const undoMessages = {
  rejected: "Rejected {name}",
  ended: "Ended {name}. Undo within {seconds} s",
  bulk: "Rejected {count, plural, one {# caller} other {# callers}}",
  undoBulk: "Undo: bring {count, plural, one {# caller} other {# callers}} back",
} as const;
