export const keyMessagesDe = {
  title: "Tastenkürzel",
  names: { Ctrl: "Strg", Shift: "Umschalt", Del: "Entf", or: "oder" },
  groups: {
    calls: "Anrufe",
    lines: "Leitungen",
    queue: "In der Warteschlange",
    panels: "Weitere",
  },
  sheet: "Tastenkürzel zeigen",
  nextRegion: "Nächster Teil der Seite",
  regionBefore: "Voriger Teil der Seite",
};
