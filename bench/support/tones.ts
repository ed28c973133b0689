import { rootMeanSquare, toneShare } from "@linedesk/audio";

/** The tones of the listener's phone and of the operator's microphone. */
export const LISTENER_HZ = 440;
export const OPERATOR_HZ = 1000;

const SAMPLE_RATE = 8000;

/** Returns `true` when about 20 ms of phone sound contain the operator's tone and not music. */
export function holdsOperatorTone(samples: Int16Array): boolean {
  return rootMeanSquare(samples) > 300 && toneShare(samples, OPERATOR_HZ, SAMPLE_RATE) > 0.6;
}
