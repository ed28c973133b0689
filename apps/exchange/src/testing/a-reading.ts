import type { LegStats } from "@linedesk/media";

/** A leg that sounds well, but for what is named. */
export function aReading(more: Partial<LegStats> = {}): LegStats {
  return {
    packetsReceived: 500,
    packetsSent: 500,
    packetsRejected: 0,
    packetsLost: 0,
    lossPercent: 0,
    jitterMs: 2,
    roundTripMs: 40,
    mos: 4.4,
    level: 0.2,
    rmsDbfs: -23.04,
    peakDbfs: -12.1,
    clippedSamples: 0,
    isSpeaking: true,
    bufferMs: 20,
    ...more,
  };
}
