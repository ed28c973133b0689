import { expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest, type InboundCall } from "../testing/core-under-test.ts";

function codesOf(it: CoreUnderTest, { sid }: InboundCall) {
  return it.core.reports.notifications.list(sid).map(({ errorCode }) => errorCode);
}

test("[XW17] an application that is unavailable while a caller rings creates one notification for each error code", async () => {
  const it = new CoreUnderTest();
  it.web.isUnreachable = true;
  const call = await it.ring();

  await it.clock.advance(15_000);
  expect(it.web.requestsTo("/incoming").length).toBeGreaterThan(4);
  expect(codesOf(it, call)).toEqual([11205]);

  it.web.isUnreachable = false;
  it.web.on("/incoming", { status: 500 });
  await it.clock.advance(4_000);
  expect(codesOf(it, call)).toEqual([11200, 11205]);
});

test("[XW17] an application that is unavailable during a wait in a queue creates one notification for each outage", async () => {
  const it = new CoreUnderTest();
  it.web.respondWith("/wait", "<Pause length='5'/>");
  const call = await it.ringInto(`<Enqueue waitUrl="/wait">one</Enqueue>`);
  it.web.isUnreachable = true;
  await it.clock.advance(300_000);
  expect(codesOf(it, call)).toEqual([11205]);

  it.web.isUnreachable = false;
  await it.clock.advance(30_000);
  it.web.isUnreachable = true;
  await it.clock.advance(60_000);
  await settled();

  expect(codesOf(it, call)).toEqual([11205, 11205]);
});
