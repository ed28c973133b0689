export const contestNoteMessagesDe = {
  counted: "Gewinnspiel {counted} von {count}, von {name}",
  won: "Gewinnt: {name}",
  open: "{words}. Gewinnspiel öffnen",
};
