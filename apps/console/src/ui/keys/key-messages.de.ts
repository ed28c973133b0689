export const keyMessagesDe = {
  title: "Tastenkürzel",
  names: { Ctrl: "Strg", Shift: "Umschalt", Del: "Entf", or: "oder" },
  groups: {
    calls: "Anrufe",
    lines: "Leitungen",
    caller: "Für den Anrufer mit dem Rahmen",
    queue: "In der Warteschlange, für die Zeile mit dem Cursor",
    panels: "Weitere",
  },
  sheet: "Tastenkürzel zeigen",
  nextRegion: "Nächster Teil der Seite",
  regionBefore: "Voriger Teil der Seite",
};
