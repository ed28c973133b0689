import { expect, test } from "vitest";

import { CoreUnderTest } from "../testing/core-under-test.ts";

test("[XT150] documents that lead to one another at once cause error 11215, which names the loop", async () => {
  const it = new CoreUnderTest();
  it.web
    .respondWith("/there", "<Redirect>/back</Redirect>")
    .respondWith("/back", "<Redirect>/there</Redirect>");

  const call = await it.ringInto("<Redirect>/there</Redirect>");

  const requestCount = it.web.requestsTo("/there").length + it.web.requestsTo("/back").length;
  expect(requestCount).toBe(51);
  expect(it.core.reports.notifications.list(call.sid)).toMatchObject([
    { errorCode: 11215, level: "error", message: expect.stringContaining("a loop") },
  ]);
});

test("[XT150] a document that lasts a second may redirect to itself without end", async () => {
  const it = new CoreUnderTest();
  it.web.respondWith("/again", '<Pause length="1"/><Redirect/>');

  const call = await it.ringInto("<Redirect>/again</Redirect>");
  await it.clock.advance(120_000);

  expect(it.web.requestsTo("/again").length).toBeGreaterThan(100);
  expect(it.core.reports.notifications.list(call.sid)).toEqual([]);
});
