import { Generator, type Counts } from "./generator.ts";
import type { Mixer } from "./mixer.ts";
import type { ToneCodec } from "./tone-packets.ts";

/** After this time the code is compiled and the jitter buffers have removed their surplus. */
const SETTLE_MS = 10_000;

export interface Load {
  /** The share of one core. */
  core: number;
  counts: Counts;
  /** The packets a second to each leg and from it. */
  receivedPerLeg: number;
  sentPerLeg: number;
}

interface LoadPlan {
  legs: number;
  roomSize: number;
  durationMs: number;
  /** The codec; by default PCMU. */
  codec?: ToneCodec;
}

/** Measures the load of a mixer that mixes this many legs that talk. */
export async function measureLoad(
  mixer: Mixer,
  { legs, roomSize, durationMs, codec }: LoadPlan,
): Promise<Load> {
  const generator = new Generator();
  try {
    await generator.connect(mixer, { count: legs, roomSize, codec: codec ?? "PCMU" });
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    await generator.report();
    const beforeMs = mixer.cpuMs();
    const startMs = performance.now();
    await new Promise((resolve) => setTimeout(resolve, durationMs));
    const spentMs = mixer.cpuMs() - beforeMs;
    const elapsedMs = performance.now() - startMs;
    const counts = await generator.report();
    function perLeg(packets: number): number {
      return (packets * 1000) / elapsedMs / legs;
    }
    return {
      core: spentMs / elapsedMs,
      counts,
      receivedPerLeg: perLeg(counts.received),
      sentPerLeg: perLeg(counts.sent),
    };
  } finally {
    generator.close();
  }
}
