export const recordingMessagesDe = {
  off: "Dieser Sender zeichnet keine Anrufe auf. Die Administration schaltet das unter Datenschutz ein",
  start: "Aufzeichnen",
  startHint: "Der Anrufer auf Leitung {number} hört zuerst die Ansage",
  stop: "Aufzeichnung beenden",
  stopHint: "Die bisherige Aufzeichnung von Leitung {number} bleibt",
  pause: "Aufzeichnung von Leitung {number} anhalten",
  resume: "Aufzeichnung von Leitung {number} fortsetzen",
  state: {
    announcing: "Ansage läuft",
    running: "Aufzeichnung",
    paused: "Angehalten",
  },
  spoken: {
    announcing: "Der Anrufer auf Leitung {number} hört die Ansage",
    running: "Leitung {number} wird aufgezeichnet",
    paused: "Die Aufzeichnung von Leitung {number} ist angehalten",
  },
};
