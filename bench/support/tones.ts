import { rootMeanSquare, toneShare } from "@linedesk/audio";

/** What the listener's telephone sends and what the operator's microphone says. */
export const listenerHz = 440;
export const operatorHz = 1000;

const sampleRate = 8000;

/** Whether 20 ms or so of telephone sound are the operator's tone, rather than music. */
export const hearsOperator = (samples: Int16Array): boolean =>
  rootMeanSquare(samples) > 300 && toneShare(samples, operatorHz, sampleRate) > 0.6;
