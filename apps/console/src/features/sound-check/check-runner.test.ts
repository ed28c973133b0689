import { expect, test } from "vitest";

import { qualityWord } from "../../client/softphone/quality-word.ts";
import { toVerdict } from "./check-runner.ts";

test.each([4.43, 4.2, 4.15, 4.04, 3.65, 3.62, 3.05, 2])(
  "[VD54] a test call of MOS %d has the word of the badge for the same score",
  (average) => {
    const mos = { average, max: 4.4, min: 1 };
    const range = { average: 1, max: 1, min: 1 };

    const verdict = toVerdict({
      callSid: null,
      edge: null,
      stats: { jitter: range, mos, rtt: range },
      testTiming: { start: 0, end: 1, duration: 1 },
      totals: {
        bytesReceived: 0,
        bytesSent: 0,
        packetsLost: 0,
        packetsLostFraction: 0,
        packetsReceived: 0,
        packetsSent: 0,
      },
      warnings: [],
      // The SDK leaves gaps between its bands.
      callQuality: "degraded",
      isTurnRequired: false,
    });

    expect(verdict).toEqual({ word: qualityWord(average), mos: average });
  },
);
