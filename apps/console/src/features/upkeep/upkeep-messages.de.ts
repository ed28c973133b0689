export const upkeepMessagesDe = {
  updateReady: "Update bereit",
  updateWords: "Lädt die neue Version. Die Konsole ist in wenigen Sekunden wieder da.",
  afterCall:
    "Nach dem Gespräch: Die neue Version wird geladen, wenn keine Leitung ein Gespräch hat",
  home: "Zurück zur Konsole",
  awake: {
    title: "Den Tab der Konsole wach halten",
    why: "Browser legen Tabs schlafen, auf die niemand sieht. Ein Platz, der schläft, klingelt spät, und Kollegen sehen, dass er schläft.",
    already:
      "Linedesk hält seinen Tab wach, so weit eine Seite das kann: Er klingelt und bleibt im Hintergrund verbunden, und im Gespräch bleibt der Bildschirm an. Ein Browser, der Energie oder Speicher spart, kann den Tab trotzdem schlafen legen, wenn seine Einstellungen das nicht verhindern.",
    browsers: "In Ihrem Browser",
    name: { chrome: "Chrome", edge: "Edge", firefox: "Firefox", safari: "Safari" },
    how: {
      chrome:
        "Einstellungen, Leistung, „Diese Websites immer aktiv lassen“: {site} hinzufügen. Der Energiesparmodus kann an bleiben.",
      edge: "Einstellungen, System und Leistung, „Diese Websites nie in den Standbymodus versetzen“: {site} hinzufügen.",
      firefox:
        "Firefox entlädt Tabs nur, wenn der Speicher knapp ist: Schließen Sie, was Sie nicht brauchen, oder setzen Sie browser.tabs.unloadOnLowMemory in about:config auf false.",
      safari: "Lassen Sie die Konsole in einem eigenen Fenster, das nichts verdeckt.",
    },
    admins: "Für alle, die sich um die Rechner kümmern",
    policy: "Per Richtlinie für alle:",
    machine:
      "Stellen Sie den Rechner so ein, dass er am Stromnetz nicht schläft: Kein Browser hält einen schlafenden Rechner verbunden.",
  },
};
