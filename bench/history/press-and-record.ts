import type { Answer, ProtocolDesk } from "../crashes/protocol-desk.ts";
import type { Outcome } from "./history.ts";

interface Press {
  path: string;
  json: object;
}

/** Presses a button, and derives the command's result from the answer. */
export async function pressAndRecord(
  desk: ProtocolDesk,
  { path, json }: Press,
): Promise<{ outcome: Outcome; body: Answer["body"] }> {
  try {
    const { status, body } = await desk.press(path, json);
    return { outcome: toOutcome(status), body };
  } catch {
    // The connection broke, or the answer was no JSON.
    return { outcome: "unknown", body: {} };
  }
}

/**
 * After an answer from 500 on, of a server or of the balancer, the command may have taken effect.
 */
function toOutcome(status: number): Outcome {
  if (status === 200) {
    return "acknowledged";
  }
  return status < 500 ? "refused" : "unknown";
}
