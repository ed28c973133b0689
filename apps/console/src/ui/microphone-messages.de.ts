export const microphoneMessagesDe = {
  why: "Die Anrufer hören Sie über Ihr Mikrofon.",
  prompt: "Erlauben Sie das Mikrofon. Ihr Browser fragt danach.",
  dismissed: "Sie haben die Frage des Browsers geschlossen. Versuchen Sie es erneut",
  denied: "Der Browser sperrt das Mikrofon.",
  deniedHow:
    "Klicken Sie auf das Symbol links der Adresse, stellen Sie Mikrofon auf Zulassen und prüfen Sie erneut.",
  missing: "Kein Mikrofon gefunden. Schließen Sie eines an",
  busy: "Ein anderes Programm verwendet es",
  unknown: "Ein Mikrofon wird gesucht…",
  allow: "Mikrofon erlauben",
  again: "Erneut versuchen",
  check: "Erneut prüfen",
};
