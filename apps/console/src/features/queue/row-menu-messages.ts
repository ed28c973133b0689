export const rowMenuMessages = {
  menu: "Caller {name}",
  moveTitle: "Move {name}",
  movePlace: "Position, 1 to {count}",
  moveDo: "Move",
} as const;
