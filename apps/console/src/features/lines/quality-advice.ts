export type QualityAdvice = "jitter" | "delay" | "loss" | "silence" | "lost" | "poor";

const adviceOf: Readonly<Record<string, QualityAdvice>> = {
  "high-jitter": "jitter",
  "high-rtt": "delay",
  "high-packet-loss": "loss",
  "high-packets-lost-fraction": "loss",
  "low-mos": "poor",
  "low-bytes-received": "lost",
  "low-bytes-sent": "lost",
  "ice-connectivity-lost": "lost",
  "constant-audio-input-level": "silence",
};

/** Each advice once, in the order of the warnings; a general one only where it stands alone. */
export function findQualityAdvice(warnings: readonly string[]): QualityAdvice[] {
  const all = new Set(warnings.map((name) => adviceOf[name] ?? "poor"));
  const particular = [...all].filter((one) => one !== "poor");
  return particular.length === 0 ? [...all] : particular;
}
