export const rowMenuMessagesDe = {
  menu: "Anrufer {name}",
  toAir: "{action}, auf Sendung",
  toAirUnscreened: "{action}, ohne Vorgespräch auf Sendung",
  moveTitle: "{name} verschieben",
  movePlace: "Position, 1 bis {count}",
  moveDo: "Verschieben",
};
