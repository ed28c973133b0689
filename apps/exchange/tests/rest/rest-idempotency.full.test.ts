import { expect, test } from "vitest";

import { useExchange } from "../support/use-exchange.ts";

const booted = useExchange();

test("[XS15] a request with a repeated IdempotencyKey gets the first answer and has no further effect", async () => {
  const { call, callSid } = await booted().inCall("alice", "<Pause length='60'/>");
  const { userDefinedMessages, userDefinedMessageSubscriptions } = booted().rest.calls(callSid);
  function send(word: string, idempotencyKey?: string) {
    return userDefinedMessages.create({
      content: JSON.stringify({ word }),
      ...(idempotencyKey ? { idempotencyKey } : {}),
    });
  }
  function subscribe(idempotencyKey: string) {
    return userDefinedMessageSubscriptions.create({
      callback: booted().web.url("/told"),
      idempotencyKey,
    });
  }

  const sids = [await send("one", "a"), await send("one", "a"), await send("two", "b")];
  sids.push(await send("three"), await send("three"));
  const received: unknown[] = [];
  for (let n = 0; n < 4; n += 1) {
    received.push((await call.waitFor("messageReceived")).value);
  }
  const subscriptions = [await subscribe("a"), await subscribe("a")];
  await call.sendMessage({ hello: "desk" });
  await call.sendMessage({ hello: "again" });
  await booted().web.waitForRequest("/told", ({ params }) => params["SequenceNumber"] === "2");

  const words = received.map((value) => (value as { content: { word: string } }).content.word);
  expect(words).toEqual(["one", "two", "three", "three"]);
  expect(sids[0]?.sid).toBe(sids[1]?.sid);
  expect(new Set(sids.map(({ sid }) => sid)).size).toBe(4);
  expect(subscriptions[0]?.sid).toBe(subscriptions[1]?.sid);
  expect(booted().web.requests.filter(({ path }) => path === "/told")).toHaveLength(2);
});
