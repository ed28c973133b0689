export const rowMenuMessages = {
  menu: "Caller {name}",
  toAir: "{action}, to air",
  toAirUnscreened: "{action}, to air without screening",
  moveTitle: "Move {name}",
  movePlace: "Position, 1 to {count}",
  moveDo: "Move",
} as const;
