import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";

import { FakeClock, settled } from "@linedesk/base/testing";
import { createExchangeControl } from "../../control/create-exchange-control.ts";
import type { ExchangeControl } from "../../control/exchange-control.ts";
import { ends, answers } from "../../testing/core-under-test.ts";
import { FakeDialer } from "../../testing/fake-edges.ts";
import { FakeMedia } from "../../testing/fake-media.ts";
import { APP, ScriptedWeb } from "../../testing/scripted-web.ts";

let folder = "";
let clock: FakeClock;
let web: ScriptedWeb;
let client: FakeDialer;
let sip: FakeDialer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "linedesk-crash-"));
  clock = new FakeClock();
  web = new ScriptedWeb().on("/status", "");
  client = new FakeDialer("client");
  sip = new FakeDialer("sip");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function open(over = new FakeDialer("sip")): ExchangeControl {
  return createExchangeControl({
    media: new FakeMedia(),
    dialers: { client, sip: over },
    webhooks: { allowedHosts: ["app.test"], sender: web.send },
    account: { sid: "AC1", authToken: "t" },
    clock,
    logger: pino({ level: "silent" }),
    defaults: { dataFolder: folder, speech: false },
  });
}

function begin(over?: FakeDialer): ExchangeControl {
  const core = open(over);
  core.edges.start("http://127.0.0.1:3001");
  return core;
}

function aCall(core: ExchangeControl) {
  return core.calls.create({
    to: "client:alice",
    from: "client:desk",
    program: { type: "twiml", twiml: `<Response><Pause length="3600"/></Response>` },
    statusCallback: { url: `${APP}/status`, method: "POST", events: ["ringing", "completed"] },
  });
}

async function close(core: ExchangeControl): Promise<void> {
  const closed = core.close();
  await clock.advance(3_000);
  await closed;
}

function readStatuses() {
  return web.requestsTo("/status").map(({ CallStatus, ...rest }) => [CallStatus, rest]);
}

test("[XR51] a callback that was not delivered when the exchange ended is sent after the restart, once", async () => {
  const first = open();
  const { sid } = aCall(first);
  client.last.sink.onRinging();
  await answers(client.last);
  web.isUnreachable = true;
  await close(first);
  web.isUnreachable = false;
  web.requests.length = 0;

  const second = begin();
  await settled();
  const record = second.calls.find(sid);
  await close(second);
  const third = begin();
  await settled();
  await close(third);

  expect(record).toMatchObject({ status: "completed", end: { cause: "hangup" } });
  expect(readStatuses()).toEqual([
    ["completed", expect.objectContaining({ CallSid: sid, SequenceNumber: "1" })],
  ]);
  // Nobody hung up, so the callback has the error of a stopped exchange.
  expect(readStatuses()[0]?.[1]).toHaveProperty("ErrorCode", "20500");
});

test("[XR51] the recorded time of a crash is right within five seconds, and the lost calls get a notification", async () => {
  const path = join(folder, "calls.jsonl");
  const first = open();
  const { sid } = aCall(first);
  client.last.sink.onAnswered();
  await expect
    .poll(
      () =>
        stat(path).then(
          () => true,
          () => false,
        ),
      { timeout: 15_000 },
    )
    .toBe(true);
  await clock.advance(63_000);
  const lastBeat = clock.now() - 3_000;
  await expect.poll(async () => (await stat(path)).mtimeMs, { timeout: 15_000 }).toBe(lastBeat);
  // The exchange is not closed: the next one finds the state that a crash leaves.
  await clock.advance(1_000);

  const second = begin();
  const record = second.calls.find(sid);
  const [notification] = second.reports.notifications.list(sid);
  await close(second);
  await close(first);

  expect(record).toMatchObject({ status: "completed", durationS: 60 });
  expect(record?.endedAt?.getTime()).toBe(lastBeat);
  expect(notification).toMatchObject({
    level: "error",
    errorCode: 20500,
    message: "the exchange stopped while the call was in progress",
  });
});

test("[XR51] the status callback after a crash is sent once, with 20500, the reason and the call's state", async () => {
  const first = open();
  const { sid } = aCall(first);
  client.last.sink.onRinging();
  await settled();
  const answered = aCall(first);
  client.last.sink.onAnswered();
  await expect
    .poll(() => readFile(join(folder, "calls.jsonl"), "utf8").catch(() => ""), { timeout: 15_000 })
    .toContain("in-progress");
  web.requests.length = 0;
  await first.directory.changes.persisted();

  // The exchange is not closed: the next one finds the state that a crash leaves.
  const second = begin();
  await second.directory.changes.persisted();
  await expect
    .poll(() => readFile(join(folder, "calls.jsonl"), "utf8"), { timeout: 15_000 })
    .toMatch(/"owed":null[^]*"owed":null/);
  const third = begin();
  await settled();
  for (const core of [second, third]) {
    await close(core);
  }
  const afterwards = readStatuses();
  await close(first);

  const why = {
    ErrorCode: "20500",
    ErrorMessage: "the exchange stopped while the call was in progress",
    CallbackSource: "call-progress-events",
  };
  const ofCrash = afterwards.filter(
    ([, params]) => typeof params === "object" && "ErrorCode" in params,
  );
  expect(ofCrash).toHaveLength(2);
  expect(ofCrash).toEqual(
    expect.arrayContaining([
      ["failed", expect.objectContaining({ CallSid: sid, ...why, SequenceNumber: "1" })],
      ["completed", expect.objectContaining({ CallSid: answered.sid, ...why })],
    ]),
  );
});

test("[XR100] an exchange that does not start reports nothing, and the disk stays unchanged", async () => {
  const path = join(folder, "calls.jsonl");
  const first = open();
  const { sid } = aCall(first);
  client.last.sink.onAnswered();
  async function readStored() {
    return await readFile(path, "utf8").catch(() => "");
  }
  await expect.poll(readStored, { timeout: 15_000 }).toContain("in-progress");
  const before = await readStored();
  web.requests.length = 0;

  const second = open();
  const record = second.calls.find(sid);
  await close(second);
  const [sentCount, after] = [web.requests.length, await readStored()];
  const third = begin();
  await settled();
  await close(third);
  await close(first);

  expect(record?.status).toBe("completed");
  expect([sentCount, after]).toEqual([0, before]);
  expect(web.requestsTo("/status")[0]).toMatchObject({ CallSid: sid, ErrorCode: "20500" });
});

test("[XI131] after a crash the far ends are informed when all ports are open, and only once", async () => {
  const first = open();
  aCall(first);
  const calling = { uri: "sip:a@b.c", headers: [], branch: "z9", sentBy: "d.e" };
  const target = { address: "192.0.2.1", port: 5060 };
  client.last.leg.stored = { status: "calling", ...calling, target };
  client.last.sink.onRinging();
  aCall(first);
  client.last.leg.stored = { status: "calling", ...calling, target };
  client.last.sink.onRinging();
  client.last.sink.onEnded({ cause: "busy" });
  aCall(first);
  client.last.sink.onAnswered();
  client.last.leg.stored = { status: "calling", ...calling, target, branch: "later" };
  client.last.sink.onStoredChange?.();
  await first.calls.persisted();

  const refused = new FakeDialer("sip");
  await close(open(refused));
  const second = begin(sip);
  await second.calls.persisted();
  const third = begin(refused);
  for (const core of [second, third, first]) {
    await close(core);
  }

  expect(sip.orphans.map(({ leg }) => leg)).toMatchObject([{ branch: "z9" }, { branch: "later" }]);
  expect(refused.orphans).toEqual([]);
});

test("[XR50] a deleted call stays deleted after a restart", async () => {
  const first = open();
  const { sid } = aCall(first);
  await ends(client.last, { cause: "busy" });
  first.calls.remove(sid);
  await close(first);

  const second = begin();

  expect(second.calls.find(sid)).toBeNull();
  await close(second);
});
