import type { QualityReport } from "@linedesk/contract";

export const aQualityReport: QualityReport = {
  callSid: `CA${"1".repeat(32)}`,
  edge: "ashburn",
  stats: {
    jitter: { average: 3.1, max: 9, min: 1 },
    mos: { average: 4.31, max: 4.42, min: 4.1 },
    rtt: { average: 41, max: 80, min: 22 },
  },
  testTiming: { start: 1_795_000_000_000, end: 1_795_000_060_000, duration: 60_000 },
  totals: {
    bytesReceived: 480_000,
    bytesSent: 480_000,
    packetsLost: 3,
    packetsLostFraction: 0.1,
    packetsReceived: 2_997,
    packetsSent: 3_000,
  },
  warnings: [{ name: "high-jitter", description: "above 30 ms" }],
  callQuality: "excellent",
  isTurnRequired: true,
};
