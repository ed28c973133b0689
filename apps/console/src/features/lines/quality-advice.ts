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

/**
 * Returns each advice once, in the order of the warnings. The general advice comes only if there is
 * no other.
 */
export function findQualityAdvice(warnings: readonly string[]): QualityAdvice[] {
  const all = new Set(warnings.map((name) => adviceOf[name] ?? "poor"));
  const particular = [...all].filter((one) => one !== "poor");
  return particular.length === 0 ? [...all] : particular;
}
