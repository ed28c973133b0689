export const dateMessagesDe = {
  open: "Kalender öffnen",
  calendar: "Kalender",
  form: "TT.MM.JJJJ",
  wrong: "Ein Tag wie {day}",
  notBefore: "Nicht vor dem {day}",
  notAfter: "Nicht nach dem {day}",
  previous: "Voriger Monat",
  next: "Nächster Monat",
};
