import type { Translation } from "../lib/translation.ts";
import type { appMessages } from "./app-messages.ts";

export const appMessagesDe: Translation<typeof appMessages> = {
  title: "{station} Konsole",
  titleRinging: "({count}) Klingelt - {title}",
  loading: "Wird geladen",
  notices: "Meldungen",
  dismiss: "Ausblenden",
  close: "Schließen",
  cancel: "Abbrechen",
  retry: "Erneut versuchen",
  sydneyTime: "{time}, Zeit in Sydney",
  panelFailed: "Dieser Teil der Seite arbeitet nicht mehr.",
  panelFailedWords:
    "Ihre Anrufe gehen weiter. Laden Sie diesen Teil neu, oder nach dem Anruf die ganze Seite.",
  reloadPanel: "Teil neu laden",
  notFound: "Hier gibt es keine Seite",
  notFoundWords:
    "Die Adresse ist vielleicht falsch geschrieben, oder Sie gehören nicht zu diesem Sender.",
  goToStation: "Zu meinem Sender",
  noStation: "Sie haben noch keinen Sender.",
  noStationWords: "Bitten Sie die Administration Ihres Senders, Sie aufzunehmen.",
  signingIn: "Sie werden zur Anmeldung geführt",
  signingInWords: "Sie kommen danach hierher zurück.",
  signInFailed: "Die Anmeldung konnte nicht beginnen",
  signInUnreachable: "Der Server ist nicht erreichbar. Sie kommen danach hierher zurück.",
  signInLate: "Der Anmeldedienst antwortet nicht. Sie kommen danach hierher zurück.",
  openSignInPage: "Zur Anmeldeseite",
  signedInAs: "Sie sind angemeldet als {person}.",
  signOut: "Abmelden",
  failed: "Die Konsole konnte nicht starten",
  pageFailed: "Die Seite arbeitet nicht mehr",
  pageFailedWords:
    "Laufende Anrufe bleiben erhalten, die Anrufer hören Musik. Laden Sie die Seite neu.",
  reload: "Seite neu laden",
  main: "Anrufe",
  unsupported: "Dieser Browser kann keine Anrufe annehmen",
  unsupportedWords: "Es fehlt:",
  unsupportedHint: "Verwenden Sie ein aktuelles Chrome, Edge, Firefox oder Safari über https.",
  missing: {
    webRtc: "WebRTC, das den Ton der Anrufe überträgt",
    microphone: "Zugriff auf das Mikrofon, den Browser nur über https geben",
    webSocket: "WebSocket, das die Warteschlange aktuell hält",
    webAudio: "Web Audio, das Ton misst und abspielt",
    legacyEdge: "Ein aktuelles Edge: dieses ist Edge Legacy, das Microsoft nicht mehr pflegt",
  },
};
