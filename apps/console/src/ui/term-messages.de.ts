export const termMessagesDe = {
  holds: "Gilt",
  always: "bis es entfernt wird",
  day: "einen Tag",
  week: "eine Woche",
  month: "30 Tage",
  year: "ein Jahr",
  date: "bis zu einem Datum",
  lastDay: "Letzter Tag",
  until: "bis {time}",
};
