import { mkdir, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";

import twilio from "twilio";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { eventually, twilioClient } from "../support/booted-exchange.ts";
import { RawSocket } from "../support/raw-socket.ts";
import { ScriptedWebApp } from "../support/scripted-web-app.ts";
import { aListener, Cleanup } from "../support/sip-support.ts";
import { startBusyExchange } from "./busy-exchange.ts";
import { TestMachine, restUrl, untilReady } from "./started-exchange.ts";

type BusyExchange = Awaited<ReturnType<typeof startBusyExchange>>;

const endsCalls = { KEEP_CALLS: "off" };

let machine: TestMachine;

beforeEach(() => {
  machine = new TestMachine();
});
afterEach(() => {
  machine.close();
});

describe("a killed exchange that keeps no calls", () => {
  let web: ScriptedWebApp;
  let stuck: Server;
  const cleanup = new Cleanup();
  beforeEach(async () => {
    web = await ScriptedWebApp.start();
    stuck = createServer((socket) => {
      // A killed exchange resets the socket, which does not concern the test.
      socket.on("error", () => undefined).resume();
    });
    await new Promise<void>((resolve) => stuck.listen(0, "127.0.0.1", resolve));
  });
  afterEach(async () => {
    await cleanup.run();
    await web.close();
    await new Promise((resolve) => stuck.close(resolve));
  });

  test.each(["SIGKILL", "SIGTERM"] as const)(
    "[XI131] after %s reports the end to every connected and waiting caller",
    async (signal) => {
      const before = await startBusyExchange(machine, web, endsCalls);
      const [ringingNumber] = await before.rest.incomingPhoneNumbers.list({
        phoneNumber: "+61255500102",
      });
      const address = stuck.address();
      await before.rest.incomingPhoneNumbers(String(ringingNumber?.sid)).update({
        voiceUrl: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/never`,
      });
      const exchange = { address: before.sip };
      const talker = await aListener(cleanup, exchange, { to: "+61255500101" });
      await talker.answered;
      const to = ringingNumber?.phoneNumber ?? "";
      const waiting = await aListener(cleanup, exchange, { to });
      await eventually(
        () => readFile(machine.path("calls.jsonl"), "utf8").catch(() => ""),
        (text) => {
          const lines = text.split("\n");
          const isStored = (number: string, status: string) =>
            lines.some((line) => line.includes(number) && line.includes(`"status":"${status}"`));
          return isStored("+61255500101", "talking") && isStored(to, "arrived");
        },
      );
      before.started.child.kill(signal);
      await before.started.ended;
      if (signal === "SIGKILL") {
        expect([talker.status, waiting.status]).not.toContain("ended");
        await untilReady(machine.start(endsCalls));
      }
      const ends = await Promise.all([talker.ended, waiting.ended]);

      expect(ends).toMatchObject([{ by: "exchange" }, { by: "exchange" }]);
      expect(ends[0]?.status).toBe(0);
      expect(ends[1]?.status).toBe(503);
    },
  );

  test("[XR50][XR51][XR73][XS150] reports afterwards how its calls ended, and loses no stored change", async () => {
    const before = await startBusyExchange(machine, web, endsCalls);
    const address = stuck.address();
    const stuckPort = typeof address === "object" ? address?.port : 0;
    const [ringingNumber] = await before.rest.incomingPhoneNumbers.list({
      phoneNumber: "+61255500102",
    });
    // No application answers there, so the call keeps ringing.
    await before.rest.incomingPhoneNumbers(String(ringingNumber?.sid)).update({
      voiceUrl: `http://127.0.0.1:${stuckPort}/never`,
    });
    await before.rest.queues.create({ friendlyName: "callers", maxSize: 7 });
    const { rest: settings } = before;
    const application = await settings.applications.create({
      friendlyName: "desk",
      voiceUrl: web.url("/app"),
    });
    const key = await settings.newKeys.create({ friendlyName: "robot" });
    const talker = await aListener(cleanup, { address: before.sip }, { to: "+61255500101" });
    await talker.answered;
    await aListener(cleanup, { address: before.sip }, { to: ringingNumber?.phoneNumber ?? "" });
    const live = await eventually(
      () => before.rest.calls.list(),
      (calls) =>
        calls.some(({ status }) => status === "in-progress") &&
        calls.some(({ status }) => status === "ringing"),
      60_000,
    );
    // After these answers, all earlier changes are on the disk.
    const withdrawn = voiceToken(before.account, "alice");
    await withdrawTokens(before, "alice");
    await before.rest.queues.create({ friendlyName: "last" });
    before.started.child.kill("SIGKILL");
    await before.started.ended;
    const callbacksBefore = web.requests.filter(({ path }) => path === "/status");

    const again = machine.start(endsCalls);
    const url = restUrl(await untilReady(again));
    const rest = twilioClient({ url, account: before.account });
    const calls = await rest.calls.list();
    const rooms = await rest.conferences.list();
    const queues = await rest.queues.list();
    const softphone = await RawSocket.open(url.replace("http", "ws"));
    softphone.send("listen", { token: withdrawn });
    const stored = {
      numbers: await rest.incomingPhoneNumbers.list(),
      application: await rest.applications(application.sid).fetch(),
      callerIds: await rest.outgoingCallerIds.list(),
      byKey: await twilioClient({ url, account: before.account }, [
        key.sid,
        String(key.secret),
      ]).queues.list(),
    };
    const callbacks = await Promise.all(
      live.map(({ sid }) =>
        web.waitForRequest("/status", ({ params }) => params["CallSid"] === sid),
      ),
    );

    expect(await softphone.waitFor("error")).toMatchObject({ error: { code: 31205 } });
    softphone.close();
    expect(callbacksBefore).toEqual([]);
    expect(new Map(stored.numbers.map((one) => [one.phoneNumber, one.voiceUrl]))).toEqual(
      new Map([
        ["+61255500100", null],
        ["+61255500101", web.url("/talk")],
        ["+61255500102", `http://127.0.0.1:${stuckPort}/never`],
      ]),
    );
    expect(stored.application).toMatchObject({ friendlyName: "desk" });
    expect(stored.callerIds).toHaveLength(1);
    expect(stored.byKey).toHaveLength(2);
    expect(new Map(calls.map(({ to, status }) => [to, status]))).toEqual(
      new Map([
        ["+61255500101", "completed"],
        ["+61255500102", "failed"],
      ]),
    );
    for (const call of calls) {
      expect(call.endTime.getTime()).toBeGreaterThanOrEqual(call.startTime.getTime());
      expect(Number(call.duration)).toBeGreaterThanOrEqual(0);
    }
    expect(rooms).toMatchObject([{ friendlyName: "talk", status: "completed" }]);
    expect(queues.map(({ friendlyName }) => friendlyName).sort()).toEqual(["callers", "last"]);
    expect(queues.find(({ friendlyName }) => friendlyName === "callers")?.maxSize).toBe(7);
    for (const { params, headers } of callbacks) {
      expect(params).toMatchObject({
        CallStatus: params["To"] === "+61255500101" ? "completed" : "failed",
        ErrorCode: "20500",
        ErrorMessage: "the exchange stopped while the call was in progress",
        SequenceNumber: "0",
      });
      const signature = String(headers["x-twilio-signature"]);
      const { authToken } = before.account;
      expect(twilio.validateRequest(authToken, signature, web.url("/status"), params)).toBe(true);
    }
    expect(web.requests.filter(({ path }) => path === "/status")).toHaveLength(2);
  }, 180_000);
});

describe("a disk that cannot be written", () => {
  test("[XR75] causes a refusal of a change, which takes effect and is written with the next change", async () => {
    const web = await ScriptedWebApp.start();
    try {
      const { rest } = await startBusyExchange(machine, web);
      const inTheWay = machine.path("exchange.json.new");
      await mkdir(inTheWay);
      const refused = rest.queues.create({ friendlyName: "first" });
      await expect(refused).rejects.toMatchObject({ status: 500, code: 20500 });
      expect(await rest.queues.list()).toHaveLength(1);
      await rm(inTheWay, { recursive: true });

      await rest.queues.create({ friendlyName: "second" });

      const text = await readFile(machine.path("exchange.json"), "utf8");
      expect(text).toMatch(/"first"[^]*"second"/);
    } finally {
      await web.close();
    }
  });
});

function voiceToken(account: BusyExchange["account"], identity: string): string {
  const { AccessToken } = twilio.jwt;
  const token = new AccessToken(account.sid, account.apiKey, account.apiSecret, { identity });
  token.addGrant(new AccessToken.VoiceGrant({ incomingAllow: true }));
  return token.toJwt();
}

async function withdrawTokens({ rest, account, url }: BusyExchange, identity: string) {
  const path = `/2010-04-01/Accounts/${account.sid}/Clients/${identity}/Tokens.json`;
  await rest.request({ method: "delete", uri: `${url}${path}` });
}
