export const rowMenuMessagesDe = {
  menu: "Anrufer {name}",
  moveTitle: "{name} verschieben",
  movePlace: "Position, 1 bis {count}",
  moveDo: "Verschieben",
};
