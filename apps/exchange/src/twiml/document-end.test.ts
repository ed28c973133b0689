import { expect, test } from "vitest";

import { CoreUnderTest, aCallInto } from "../testing/core-under-test.ts";

test.each([
  ["", []],
  ["<Sing/>", [12200]],
  ["<Redirect>/next</Redirect>", []],
])("[XT51] a caller is answered before the document '%s' ends", async (verbs, errors) => {
  const it = new CoreUnderTest();
  it.web.respondWith("/next", "");

  const call = await it.ringInto(verbs);

  expect(call.leg.answers).toBe(1);
  expect(it.status(call.sid)).toBe("completed");
  expect(it.errorsOf(call.sid)).toEqual(errors);
});

test.each(["", 'action="/next"'])(
  "[XT51] a caller stays unanswered when nobody answers the Dial with answerOnBridge (%s)",
  async (action) => {
    const it = new CoreUnderTest();
    it.web.respondWith("/next", "");

    const call = await it.ringInto(
      `<Dial answerOnBridge="true" timeout="5" ${action}>+61491570156</Dial>`,
    );
    await it.clock.advance(5_100);

    expect(call.leg.answers).toBe(0);
    expect(it.status(call.sid)).toBe("canceled");
  },
);

test("[XT61] text outside of verbs creates 12200, and the verbs run", async () => {
  const { it, call } = await aCallInto("Hello <Play>/x.wav</Play>!");

  expect(it.errorsOf(call.sid)).toEqual([12200]);
  expect(it.soundOf(call)).toBe("http://app.test/x.wav");
});

test("[XT61] a Play without an address creates 13420 and does not play the document itself", async () => {
  const { it, call } = await aCallInto("<Play> </Play><Pause/>");

  expect(it.errorsOf(call.sid)).toEqual([13420]);
  expect(it.soundOf(call)).toBe("silence");
});
