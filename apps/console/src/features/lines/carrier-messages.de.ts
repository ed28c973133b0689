export const carrierMessagesDe = {
  status: {
    connecting: "Verbindet...",
    online: "Erreichbar",
    offline: "Nicht erreichbar",
  },
  lastReply: "letzte Antwort vor {seconds} s",
  delay: "{value} ms",
  fault: "Kein Ton: {reason}",
  usedBy: "in Gebrauch von {name}",
  takeOver: "Übernehmen",
  takeOverHint: "Beendet das andere Gespräch auf diesem Audioserver: der Anrufer wird gehalten",
  retryServer: "Erneut versuchen",
};
