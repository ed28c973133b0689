import { maskSentence, type MaskOptions } from "./mask-log.ts";

const LABEL = /"[^"\n]{0,1000}"/g;

/** Masks the labels of metrics in Prometheus' text format. Their values are only figures. */
export function maskMetrics(text: string, options: MaskOptions): string {
  return text.replaceAll(LABEL, (label) => `"${maskSentence(label.slice(1, -1), options)}"`);
}
