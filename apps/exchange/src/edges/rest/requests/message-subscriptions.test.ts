import { expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest } from "../../../testing/core-under-test.ts";
import { APP } from "../../../testing/scripted-web.ts";
import { MessageSubscriptions } from "./message-subscriptions.ts";

function aMessage(content: unknown) {
  return {
    content,
    contentType: "application/json",
    messageType: "user-defined-message",
    voiceEventSid: "KX1",
  };
}

test("[XW16][XS15] call messages reach an application that restarts, in order", async () => {
  const it = new CoreUnderTest();
  it.web.on("/messages", "");
  const call = await it.ringInto(`<Play loop="0">${APP}/music.mp3</Play>`, "client");
  const subscriptions = new MessageSubscriptions(
    { ...it.core.edges, calls: it.core.calls },
    { accountSid: "AC1", clock: it.clock },
  );
  subscriptions.add(call.sid, `${APP}/messages`, "POST");

  it.web.isUnreachable = true;
  for (const content of ["one", { two: 2 }, undefined]) {
    call.sink.onMessage(aMessage(content));
  }
  await it.clock.advance(5_000);
  it.web.requests.length = 0;
  it.web.isUnreachable = false;
  await it.clock.advance(10_000);
  await settled();

  const [first] = it.web.requestsTo("/messages");
  expect(first).toEqual({
    AccountSid: "AC1",
    CallSid: call.sid,
    Sid: "KX1",
    SequenceNumber: "1",
    Content: '"one"',
    ContentType: "application/json",
    Timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  expect(it.web.requestsTo("/messages")).toMatchObject([
    { SequenceNumber: "1", Content: '"one"', CallSid: call.sid, Sid: "KX1" },
    { SequenceNumber: "2", Content: '{"two":2}' },
    { SequenceNumber: "3", Content: "" },
  ]);
  subscriptions.close();
});
