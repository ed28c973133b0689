export const contestNoteMessages = {
  counted: "Contest {counted} of {count}, by {name}",
  won: "Winner: {name}",
  open: "{words}. Open the contest",
} as const;
