import { rootMeanSquare, toneShare } from "@linedesk/audio";

/** What the listener's telephone sends and what the operator's microphone says. */
export const LISTENER_HZ = 440;
export const OPERATOR_HZ = 1000;

const SAMPLE_RATE = 8000;

/** Whether 20 ms or so of telephone sound are the operator's tone, rather than music. */
export function holdsOperatorTone(samples: Int16Array): boolean {
  return rootMeanSquare(samples) > 300 && toneShare(samples, OPERATOR_HZ, SAMPLE_RATE) > 0.6;
}
