import { pastEndWordsDe } from "../../lib/past-end-words.de.ts";

export const pastCallMessagesDe = {
  timeline: "Verlauf",
  ended: pastEndWordsDe,
  historyPrivate: "Die Nummer ist unterdrückt",
  historyPrivateWords:
    "Frühere Anrufe erscheinen hier nach Nummer. Tragen Sie die Nummer ein, um sie zu finden.",
  historyEmpty: "Der erste Anruf dieser Nummer",
  historyEmptyWords: "Anrufe erscheinen hier automatisch, sobald sie beendet sind.",
  more: "Ältere Anrufe zeigen",
  loading: "Frühere Anrufe werden geladen",
  timelineOf: "Verlauf des Anrufs von {time}",
  hungUpWaiting: "hat beim Warten aufgelegt",
  talkedWith: "sprach mit {name}",
  talked: "hat gesprochen",
  waited: "wartete {time}",
  quality: "Ton {word}, MOS {mos}",
  qualityDetail:
    "Jitter {jitter} ms, Umlaufzeit {roundTrip} ms, Verlust {loss} %, {warnings, plural, =0 {keine Warnungen} one {# Warnung} other {# Warnungen}}",
  qualityWord: {
    excellent: "ausgezeichnet",
    great: "sehr gut",
    good: "gut",
    fair: "mäßig",
    degraded: "gestört",
  },
};
