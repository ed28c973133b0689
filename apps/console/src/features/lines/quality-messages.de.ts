export const qualityMessagesDe = {
  mos: "MOS {mos} {word}",
  warning: "Tonstörung",
  title: "Ton dieses Anrufs",
  fine: "Mit dem Netz ist alles in Ordnung.",
  jitter: "Jitter",
  roundTrip: "Umlaufzeit",
  loss: "Verlust",
  ms: "{value} ms",
  percent: "{value} %",
  advice: {
    jitter:
      "Der Ton kommt ungleichmäßig an. Nehmen Sie ein Kabel statt WLAN, oder beenden Sie große Downloads.",
    delay: "Das Netz ist langsam: Sie fallen einander ins Wort. Lassen Sie kurze Pausen.",
    loss: "Wörter gehen verloren. Nehmen Sie ein Kabel statt WLAN, oder gehen Sie näher an den Router.",
    silence: "Ihr Mikrofon liefert immer denselben Pegel. Prüfen Sie, ob es eingeschaltet ist.",
    lost: "Der Ton ist weg. Wir verbinden neu; der Anrufer hört solange Musik.",
    poor: "Der Ton ist schlecht. Machen Sie nach diesem Anruf den Tontest.",
  },
  word: {
    excellent: "ausgezeichnet",
    great: "sehr gut",
    good: "gut",
    fair: "mäßig",
    degraded: "gestört",
  },
};
