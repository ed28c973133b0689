export const airMessagesDe = {
  dump: "{name} beenden, auf Sendung: {next}",
  dumpAlone: "{name} beenden, nächsten auf Sendung nehmen",
  dumpNobody: "Beenden und nächsten auf Sendung nehmen",
  dumpMode: "Schnellwechsel",
  dumpModeOn: "Schnellwechsel an",
  dumpModeHint:
    "Für schnelle Runden: ein Druck beendet den Anruf auf Sendung und nimmt den nächsten auf Sendung",
  dumpOn: "Schnellwechsel einschalten",
  dumpOff: "Schnellwechsel ausschalten",
  drop: "{name}: lang drücken",
  dropHint:
    "0,6 s drücken: alle Anrufer sind von der Sendung und ihre Anrufe beendet, auch ohne Server",
  nobodyOnAir: "Niemand ist auf Sendung",
  nobodyNext: "Niemand wartet",
  hint: "Auf Sendung gehen: Leitung {number} mit {select} wählen, dann den nächsten Anrufer mit {next} annehmen.",
  hintAlone: "Auf Sendung gehen: Leitung {number} wählen, dann den nächsten Anrufer annehmen.",
  hintNoLine:
    "An diesem Platz geht keine Leitung auf Sendung. Wählen Sie in den Einstellungen eine Gerätevorwahl, oder bitten Sie die Administration um eine Leitung.",
  hintAdmin:
    "An diesem Platz geht keine Leitung auf Sendung. Schalten Sie in der Verwaltung unter Sender eine Leitung auf Sendung, oder wählen Sie in den Einstellungen eine Gerätevorwahl.",
};
