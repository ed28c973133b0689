import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest, STATION } from "../../testing/core-under-test.ts";

const deepest = 10;

/** Waits until no further requests come. */
async function untilQuiet(it: CoreUnderTest): Promise<void> {
  let before = -1;
  while (before !== it.web.requests.length && it.web.requests.length < 100) {
    before = it.web.requests.length;
    for (let turn = 0; turn < 5; turn += 1) {
      await settled();
    }
  }
}

describe("own numbers that dial one another", () => {
  test("[XR105] end at a depth of ten, and the last Dial has the reason", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/done", "<Hangup/>");

    const { sid } = await it.ringInto(`<Dial action="/done">${STATION}</Dial>`);
    await untilQuiet(it);

    expect(it.web.requestsTo("/incoming")).toHaveLength(deepest + 1);
    const dials = it.web.requestsTo("/done");
    expect(dials[0]).toMatchObject({ DialCallStatus: "failed", ErrorCode: "13225" });
    expect(it.errorsOf(dials[0]?.["CallSid"] ?? "")).toEqual([13225]);
    expect(dials).toHaveLength(deepest + 1);
    expect(it.status(sid)).toBe("completed");
    expect(it.core.calls.list().every(({ end }) => end !== null)).toBe(true);
  });

  test("[XR105] have at most 200 live calls if each Dial has ten numbers, and the first caller's Dial has the reason", async () => {
    const it = new CoreUnderTest();
    it.web.respondWith("/done", "<Hangup/>");
    let most = 0;
    it.core.calls.onChange(() => {
      const live = it.core.calls.list().filter(({ end }) => end === null).length;
      most = Math.max(most, live);
    });

    const ten = `<Number>${STATION}</Number>`.repeat(10);
    const { sid } = await it.ringInto(`<Dial answerOnBridge="true" action="/done">${ten}</Dial>`);
    for (let turn = 0; turn < 200; turn += 1) {
      await settled();
    }

    // An internal call is two calls: an outbound one, and the inbound one at our own number.
    expect(most).toBeGreaterThan(150);
    expect(most).toBeLessThanOrEqual(200);
    expect(it.core.calls.list().length).toBeLessThanOrEqual(500);
    expect(it.core.calls.list().every(({ end }) => end !== null)).toBe(true);
    const first = it.web.requestsTo("/done").filter(({ CallSid }) => CallSid === sid);
    expect(first[0]).toMatchObject({ DialCallStatus: "failed", ErrorCode: "13225" });
    expect(it.errorsOf(sid)).toContain(13225);
  });

  test("[XR105] reach no limit when each call comes from outside, one after the other", async () => {
    const it = new CoreUnderTest();
    const other = "+61255500102";
    it.core.directory.numbers.create({ phoneNumber: other, voiceUrl: "http://app.test/other" });
    it.web.respondWith("/other", "<Pause length='60'/>");

    for (let call = 0; call < 2 * deepest; call += 1) {
      await it.ringInto(`<Dial>${other}</Dial>`);
    }
    await untilQuiet(it);

    expect(it.web.requestsTo("/other")).toHaveLength(2 * deepest);
  });
});
