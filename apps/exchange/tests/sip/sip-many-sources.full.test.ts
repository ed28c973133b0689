import { expect, test } from "vitest";

import { phoneRequest } from "../../src/testing/sip/scripted-phone.ts";
import { TestBench } from "../../src/testing/sip/test-bench.ts";

test("forgets the longest unseen of ten thousand sources, not all", async () => {
  const bench = new TestBench({ limits: { otherRequests: { perSecond: 0, burst: 1 } } });
  for (let n = 0; n < 10_050; n += 1) {
    const address = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
    bench.core.handleDatagram(
      Buffer.from(phoneRequest("REGISTER", { callId: `c${n}`, branch: `b${n}` })),
      { address, port: 5060 },
    );
    if (n % 2000 === 0) {
      await bench.clock.advance(40_000);
    }
  }
  await bench.clock.advance(40_000);
  bench.sent();

  function again(address: string, n: number) {
    return bench.receive(phoneRequest("REGISTER", { callId: `d${n}`, branch: `d${n}` }), {
      address,
      port: 5060,
    });
  }
  await again("10.0.0.1", 1);
  await again("10.0.39.0", 2);

  expect(bench.firstLines()).toHaveLength(1);
});
