export const rowMenuMessages = {
  menu: "Caller {name}",
  timeline: "Timeline",
  prizes: "Prizes…",
  pin: "Keep at the front",
  unpin: "No longer keep at the front",
  unpick: "Deselect",
  addToConference: "Bring into the conference",
  openTalkback: "Talk privately",
  joinOn: "Join the conference on line {number}",
  moveTitle: "Move {name}",
  movePlace: "Position, 1 to {count}",
  moveDo: "Move",
} as const;
