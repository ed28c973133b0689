import { expect, test } from "vitest";

import { readHeader, settled, TestBench, TestSink } from "../../../testing/sip/test-bench.ts";

const peer = { host: "192.0.2.10", port: 5062 };

test("[XR67] says why it calls, and nothing that ends a line or a quote", async () => {
  const bench = new TestBench({ peer });
  const reason = 'Your "prize"\r\nX-Evil: 1';
  const request = { callSid: "CA9", from: "+61255500101", callerName: null, params: [] };

  bench.core.dial({ ...request, to: "+61491570006", reason }, new TestSink());
  await settled();
  const invite = bench.sent()[0]?.text ?? "";

  expect(readHeader(invite, "Call-Info")).toBe(
    String.raw`<data:,>;purpose=info;call-reason="Your \"prize\"  X-Evil: 1"`,
  );
  expect(readHeader(invite, "X-Evil")).toBe("");
});
