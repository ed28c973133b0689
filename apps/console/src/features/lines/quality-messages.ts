export const qualityMessages = {
  mos: "MOS {mos} {word}",
  warning: "Sound problem",
  title: "Sound of this call",
  fine: "The network is fine.",
  jitter: "Jitter",
  roundTrip: "Round trip",
  loss: "Loss",
  ms: "{value} ms",
  percent: "{value} %",
  advice: {
    jitter: "Sound arrives unevenly. Use a cable instead of Wi-Fi, or stop large downloads.",
    delay: "The network is slow: you will talk over each other. Leave short pauses.",
    loss: "Words go missing. Use a cable instead of Wi-Fi, or move closer to the router.",
    silence:
      "Your microphone gives the same level all the time. Check that it is not switched off.",
    lost: "Sound stopped. We are reconnecting; the caller hears music meanwhile.",
    poor: "The sound is poor. Run the sound check after this call.",
  },
  word: {
    excellent: "excellent",
    great: "great",
    good: "good",
    fair: "fair",
    degraded: "degraded",
  },
} as const;
