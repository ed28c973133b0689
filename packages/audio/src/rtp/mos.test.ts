import { expect, test } from "vitest";

import { estimateMos } from "./mos.ts";

// The values are from the voice SDK 2.18.5, `calculate(rtt, jitter, fractionLost)`.
test.each([
  [0, 0, 0, 4.4333],
  [50, 5, 0, 4.4057],
  [200, 10, 0, 4.1581],
  [300, 30, 2, 3.343],
  [50, 5, 10, 3.5027],
  [900, 100, 0, 1],
  [0, 0, 50, 1],
])(
  "[XM69] rtt %i ms, jitter %i ms, %i %% loss: the MOS is that of the voice SDK",
  (roundTripMs, jitterMs, lossPercent, mos) => {
    expect(estimateMos({ roundTripMs, jitterMs, lossPercent })).toBeCloseTo(mos, 2);
  },
);
