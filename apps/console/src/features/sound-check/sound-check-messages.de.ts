export const soundCheckMessagesDe = {
  run: "Test starten",
  again: "Erneut testen",
  running: "Wird geprüft…",
  intro: "Mikrofon, Lautsprecher, Netz und Telefon in zehn Sekunden. Sprechen Sie wie auf Sendung.",
  last: "Letzter Netztest: {words}, {time}",
  lastFailed: "fehlgeschlagen",
  step: {
    microphone: "Mikrofon",
    speaker: "Lautsprecher",
    network: "Netz",
    registration: "Telefon",
  },
  status: {
    idle: "Noch nicht geprüft",
    running: "Wird geprüft…",
    passed: "In Ordnung",
  },
  verdict: "{word}, MOS {mos}",
  word: {
    excellent: "Ausgezeichnet",
    great: "Sehr gut",
    good: "Gut",
    fair: "Mäßig",
    degraded: "Gestört",
  },
  asking: "Haben Sie den Ton gehört?",
  heard: "Ja",
  unheard: "Nein",
  record: "5 s aufnehmen und abspielen",
  recordHint: "So hören die Anrufer Sie.",
  failed: {
    late: "Der Test war nach 10 s nicht fertig. Starten Sie ihn erneut",
    asking: "Der Browser fragt nach dem Mikrofon. Erlauben Sie es und starten Sie den Test erneut",
    microphoneLate:
      "Das Mikrofon ließ sich nicht in 10 s öffnen. Wählen Sie ein anderes in den Einstellungen",
    noMicrophone: "Der Browser sperrt das Mikrofon. Erlauben Sie es auf der Leitung",
    noOutput: "Die Ausgabe ließ sich nicht öffnen. Wählen Sie eine andere in den Einstellungen",
    noSound: "Der Testanruf hatte keinen Ton",
    unheard: "Wählen Sie eine andere Ausgabe in den Einstellungen",
    notConnected:
      "{count, plural, one {Leitung {number} ist nicht verbunden} other {Leitung 1 und 2 sind nicht verbunden}}",
    noAudioServer:
      "{count, plural, one {Der Audioserver von Leitung {number} antwortet nicht} other {Die Audioserver von Leitung 1 und 2 antworten nicht}}",
  },
};
