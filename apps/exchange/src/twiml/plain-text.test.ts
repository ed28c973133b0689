import { expect, test } from "vitest";

import { CoreUnderTest } from "../testing/core-under-test.ts";

test("[XT23] plain text is spoken, and the call ends", async () => {
  const it = new CoreUnderTest();
  it.web.on("/incoming", { contentType: "text/plain", body: "Goodbye.\n" });

  const call = await it.ring();
  expect(it.soundOf(call)).toBe("goodbye");
  await it.finish(call);

  expect(it.errorsOf(call.sid)).toEqual([]);
  expect(it.status(call.sid)).toBe("completed");
});

test("[XT23] plain text is not parsed as TwiML, whatever it contains", async () => {
  const it = new CoreUnderTest();
  it.web.on("/incoming", { contentType: "text/plain", body: "<Response><Reject/></Response>" });

  const call = await it.ring();

  expect(it.errorsOf(call.sid)).toEqual([13520]);
  expect(it.status(call.sid)).toBe("completed");
});
