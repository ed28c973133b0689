import { expect, test } from "vitest";

import { qualityReport } from "@linedesk/contract";
import { LegReport } from "./leg-report.ts";

function aSample(over: object = {}): object {
  return {
    mos: 4.3,
    jitter: 4,
    rtt: 40,
    packetsLostFraction: 0,
    totals: {
      bytesReceived: 1600,
      bytesSent: 1600,
      packetsLost: 1,
      packetsLostFraction: 2,
      packetsReceived: 49,
      packetsSent: 50,
    },
    ...over,
  };
}

const facts = { callSid: "CA1", edge: "sydney", isTurnRequired: true };

test("[VD51] a report has every field of the SDK's own report, from the seconds with a score", () => {
  const report = new LegReport(1_000);
  report.addSample(aSample({ mos: null, rtt: Number.NaN, jitter: 90 }));
  report.addSample(aSample());
  report.addSample(aSample({ mos: 4.1, jitter: 8, rtt: 60 }));
  report.addWarning("high-jitter", "above 30 ms");

  const { report: made } = report.finish(4_500, facts);

  expect(made).toEqual({
    callSid: "CA1",
    edge: "sydney",
    isTurnRequired: true,
    stats: {
      jitter: { average: 6, max: 8, min: 4 },
      mos: { average: 4.2, max: 4.3, min: 4.1 },
      rtt: { average: 50, max: 60, min: 40 },
    },
    testTiming: { start: 1_000, end: 4_500, duration: 3_500 },
    totals: {
      bytesReceived: 1600,
      bytesSent: 1600,
      packetsLost: 1,
      packetsLostFraction: 2,
      packetsReceived: 49,
      packetsSent: 50,
    },
    warnings: [{ name: "high-jitter", description: "above 30 ms" }],
    callQuality: "great",
  });
  expect(qualityReport.safeParse(made).success).toBe(true);
});

test("[VD51] a leg without a score has no statistics and no quality word", () => {
  const { report } = new LegReport(0).finish(10, { ...facts, callSid: null });

  expect(report).toMatchObject({ callSid: null, stats: null, callQuality: null, warnings: [] });
  expect(qualityReport.safeParse(report).success).toBe(true);
});

test("[VD80] three hours of samples are reduced to at most 600 from the whole time", () => {
  const report = new LegReport(0);
  for (let second = 0; second < 10_800; second += 1) {
    report.addSample(aSample({ jitter: second }));
  }

  const { samples } = report.finish(10_800_000, facts);

  const seconds = samples.map(({ jitter }) => jitter ?? 0);
  expect(samples.length).toBeLessThanOrEqual(600);
  expect(samples.length).toBeGreaterThan(300);
  const gaps = seconds.slice(1).map((second, index) => second - (seconds[index] ?? 0));
  expect(new Set(gaps).size).toBe(1);
  expect(seconds.at(-1)).toBeGreaterThan(10_700);
});
