import type { Leg } from "../../calls/legs/leg.ts";
import { storedLeg, type StoredLeg } from "../../calls/legs/stored-leg.ts";
import { settled, TestBench, TestSink } from "./test-bench.ts";

/** Reads the leg as the disk returns it. */
export function reread(leg: Leg): StoredLeg {
  return storedLeg.parse(JSON.parse(JSON.stringify(leg.toStored?.())));
}

interface ResumeOptions {
  bench?: TestBench;
  trunkSid?: string | null;
  isInbound?: boolean;
}

/** Continues the leg in another exchange, which has sent nothing yet. */
export async function resumeLeg(
  stored: StoredLeg,
  { bench = new TestBench(), trunkSid = null, isInbound = true }: ResumeOptions = {},
) {
  const sink = new TestSink();
  const leg = await bench.core.resume(stored, { callSid: "CA1", trunkSid, isInbound, sink });
  await settled();
  return { bench, sink, leg };
}
