import type Pusher from "pusher";
import { expect, test } from "vitest";

import { createLogger } from "../logger.ts";
import { NumberSeal } from "../number-seal.ts";
import { coalesceRows } from "./coalesce-rows.ts";
import { createSender, toWire } from "./sender.ts";

function row(payload: object) {
  return {
    id: 1,
    channel: "private-station-1",
    event: "call.changed",
    payload,
    masking: null,
  };
}

test("[RT8] an event over 10 KB is sent as `station.stale` with only its seq", () => {
  const wire = toWire(row({ type: "call.changed", seq: 7, note: "x".repeat(10_240) }));

  expect(wire.name).toBe("station.stale");
  expect(JSON.parse(wire.data)).toEqual({ type: "station.stale", seq: 7 });
});

test("[RT8] the limit counts bytes, not characters", () => {
  const around = JSON.stringify({ seq: 7, note: "" }).length;

  const fits = toWire(row({ seq: 7, note: "x".repeat(10_240 - around) }));
  const wide = toWire(row({ seq: 7, note: "ü".repeat((10_240 - around) / 2 + 1) }));

  expect(fits.name).toBe("call.changed");
  expect(wide.name).toBe("station.stale");
});

test.each(["session.revoked", "rights.changed"])(
  "[RT13] [AU43] %s ends the connections and the voice tokens of its user",
  async (event) => {
    const ended: string[] = [];
    const pusher = {
      triggerBatch: async () => undefined,
      terminateUserConnections: async (user: string) => void ended.push(`sockets of ${user}`),
    } as unknown as Pusher;
    const send = createSender({
      pusher,
      log: createLogger({ level: "silent" }),
      numberSeal: new NumberSeal("a key"),
      onEnded: (user) => void ended.push(`tokens of ${user}`),
    });

    const alices = { channel: "private-user-alice", event: "settings.changed" };
    const rows = [
      { id: 1, ...alices, payload: {}, masking: null },
      { id: 2, channel: "private-user-bob", event, payload: {}, masking: null },
    ];
    await send(rows, () => true);

    expect(ended).toEqual(["tokens of bob", "sockets of bob"]);
  },
);

test("eight requests are under way at the same time, and the events of one channel keep their order", async () => {
  const channels = Array.from({ length: 20 }, (_, n) => `private-station-${n}`);
  const rows = Array.from({ length: 400 }, (_, n) => ({
    id: n,
    channel: channels[n % 20] ?? "",
    event: "line.changed",
    payload: { seq: Math.floor(n / 20) },
    masking: null,
  }));
  const waiting: (() => void)[] = [];
  const seen = new Map<string, number[]>();
  let most = 0;
  const pusher = {
    triggerBatch: async (events: { channel: string; data: string }[]) => {
      for (const { channel, data } of events) {
        const { seq } = JSON.parse(data) as { seq: number };
        seen.set(channel, [...(seen.get(channel) ?? []), seq]);
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    },
  } as unknown as Pusher;
  const send = createSender({
    pusher,
    log: createLogger({ level: "silent" }),
    numberSeal: new NumberSeal("a key"),
    onEnded: () => undefined,
  });

  const sent = send(rows, () => true).then(() => "sent");
  for (let answer = await Promise.race([sent, tick()]); answer !== "sent";) {
    most = Math.max(most, waiting.length);
    waiting.splice(0).forEach((resolve) => resolve());
    answer = await Promise.race([sent, tick()]);
  }

  expect(most).toBe(8);
  const inOrder = Array.from({ length: 20 }, (_, n) => n);
  expect([...seen.values()]).toEqual(channels.map(() => inOrder));
});

test("[RT23] the sending stops when the server no longer leads", async () => {
  let requests = 0;
  const send = createSender({
    pusher: { triggerBatch: async () => void (requests += 1) } as unknown as Pusher,
    log: createLogger({ level: "silent" }),
    numberSeal: new NumberSeal("a key"),
    onEnded: () => undefined,
  });
  const rows = Array.from({ length: 30 }, (_, id) => ({ ...row({ seq: id }), id }));

  await expect(send(rows, () => requests < 2)).rejects.toThrow("does not lead");

  expect(requests).toBe(2);
});

test("in a backlog a call's replaced changes become one `station.stale`", () => {
  const changes = Array.from({ length: 100 }, (_, n) => ({
    ...row({ type: "call.changed", seq: n + 1, call: { id: n < 98 ? "a" : "b" } }),
    id: n,
  }));
  const ended = { type: "call.ended", seq: 101, call: { id: "b" } };
  const rows = [...changes, { ...row(ended), id: 100, event: "call.ended" }];

  expect(coalesceRows(changes)).toEqual(changes);
  const seqs = coalesceRows(rows).map(({ event, payload }) => [event, payload]);

  expect(seqs).toEqual([
    ["station.stale", { type: "station.stale", seq: 1 }],
    ["call.changed", { type: "call.changed", seq: 98, call: { id: "a" } }],
    ["call.ended", ended],
  ]);
});

function tick(): Promise<string> {
  return new Promise((resolve) => setImmediate(() => resolve("waits")));
}
