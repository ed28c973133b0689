import { expect, test } from "vitest";

import { CoreUnderTest, aCallInto } from "../../testing/core-under-test.ts";
import { NotificationRepository } from "./notification-repository.ts";

const at = new Date(0);

test("[XR45] the last 1,000 notifications are kept, newest first", () => {
  const repository = new NotificationRepository();
  for (let n = 0; n < 1_200; n += 1) {
    repository.add(`CA${n % 2}`, { at, name: "x", errorCode: 12100, message: `${n}` }, null);
  }

  expect(repository.list()).toHaveLength(1_000);
  expect(repository.list()[0]?.message).toBe("1199");
  expect(repository.list("CA0")).toHaveLength(500);
});

test("[XR45] a callback that cannot be delivered is a warning, and a failed document an error", async () => {
  const it = new CoreUnderTest();
  it.web.on("/status", { status: 404 }).on("/incoming", { status: 500 });

  const call = await it.ring();
  call.sink.onEnded({ cause: "hangup" });
  await it.clock.advance(1_000);

  const notifications = it.core.reports.notifications.list(call.sid);
  expect(notifications.map(({ level, errorCode }) => [level, errorCode])).toEqual([
    ["warning", 15003],
    ["error", 11200],
  ]);
  expect(notifications[1]?.exchange?.response?.status).toBe(500);
});

test("[XR45] a notification about an element names the element, and one about an attribute names its verb", async () => {
  const { it, call } = await aCallInto('<Sing/><Pause lenght="1"/><say>hello</say>');
  await it.clock.advance(1_000);

  const notifications = it.core.reports.notifications.list(call.sid).map(({ message }) => message);
  expect(notifications.reverse()).toEqual([
    "Sing: there is no such verb",
    "Pause: lenght is not supported",
    "say: there is no such verb",
  ]);
});
