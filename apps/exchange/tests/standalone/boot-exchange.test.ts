import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import twilio from "twilio";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { eventually, twilioClient } from "../support/booted-exchange.ts";
import { ScriptedWebApp } from "../support/scripted-web-app.ts";
import { aListener, Cleanup } from "../support/sip-support.ts";

const main = fileURLToPath(new URL("../../src/standalone/main.ts", import.meta.url));

interface Started {
  child: ChildProcess;
  output: () => string;
  errors: () => string;
  ended: Promise<number | null>;
}

const accountSchema = z.object({
  sid: z.string(),
  authToken: z.string(),
  apiKey: z.string(),
  apiSecret: z.string(),
});

let folder: string;
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "linedesk-exchange-"));
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

/** The exchange as a person starts it, on ports of the system's choice. */
function start(env: Record<string, string> = {}, words: string[] = []): Started {
  const child = spawn(process.execPath, ["--import", "tsx", main, ...words], {
    env: {
      ...process.env,
      TWILIO_ACCOUNT_SID: "",
      TWILIO_AUTH_TOKEN: "",
      TWILIO_API_KEY: "",
      TWILIO_API_SECRET: "",
      LINEDESK_DATA: folder,
      EXCHANGE_PORT: "0",
      SIP_PORT: "0",
      INSPECTOR_PORT: "0",
      SAMPLE_PORT: "off",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const texts = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (texts.out += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (texts.err += chunk.toString("utf8")));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { child, output: () => texts.out, errors: () => texts.err, ended };
}

const isReady = (text: string) => text.includes("The exchange is ready.");
const restUrl = (text: string) => /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? "";

async function untilReady(started: Started): Promise<string> {
  return await eventually(async () => started.output(), isReady, 60_000);
}

/** A state file with a caller id that nobody had to phone for. */
function verifiedCallerId(): object {
  const at = new Date().toISOString();
  const about = { sid: `PN${"1".repeat(32)}`, accountSid: "AC0", createdAt: at, updatedAt: at };
  const callerIds = [{ ...about, phoneNumber: "+61255509999", friendlyName: "x" }];
  return { numbers: [], callerIds, applications: [] };
}

/** A caller who stays in a room, and one who is still ringing, at an exchange of its own process. */
async function aBusyExchange(web: ScriptedWebApp) {
  await mkdir(join(folder, "exchange"), { recursive: true });
  await writeFile(join(folder, "exchange", "exchange.json"), JSON.stringify(verifiedCallerId()));
  const started = start();
  const text = await untilReady(started);
  const account = accountSchema.parse(
    JSON.parse(await readFile(join(folder, "exchange", "account.json"), "utf8")),
  );
  const rest = twilioClient({ url: restUrl(text), account });
  const port = Number(/sip:127\.0\.0\.1:(\d+)/.exec(text)?.[1]);
  web.answer("/talk", '<Dial><Conference beep="false" waitUrl="">talk</Conference></Dial>');
  for (const [to, path] of [
    ["+61255500101", "/talk"],
    ["+61255500102", "/never"],
  ] as const) {
    await rest.incomingPhoneNumbers.create({
      phoneNumber: to,
      voiceUrl: web.url(path),
      statusCallback: web.url("/status"),
    });
  }
  return { started, rest, account, sip: { address: "127.0.0.1", port } };
}

describe("an exchange that is killed", () => {
  let web: ScriptedWebApp;
  let stuck: Server;
  const cleanup = new Cleanup();
  beforeEach(async () => {
    web = await ScriptedWebApp.start();
    stuck = createServer((socket) => {
      // A killed client resets it; that is no matter here.
      socket.on("error", () => undefined).resume();
    });
    await new Promise<void>((resolve) => stuck.listen(0, "127.0.0.1", resolve));
  });
  afterEach(async () => {
    await cleanup.run();
    await web.close();
    await new Promise((resolve) => stuck.close(resolve));
  });

  it("[XR50][XR51][XR73] says afterwards how its calls ended, and remembers everything", async () => {
    const before = await aBusyExchange(web);
    const address = stuck.address();
    const stuckPort = typeof address === "object" ? address?.port : 0;
    const [, ringingNumber] = await before.rest.incomingPhoneNumbers.list();
    // Nobody answers there, so that the call goes on ringing.
    await before.rest.incomingPhoneNumbers(String(ringingNumber?.sid)).update({
      voiceUrl: `http://127.0.0.1:${stuckPort}/never`,
    });
    await before.rest.queues.create({ friendlyName: "callers", maxSize: 7 });
    const { rest: settings } = before;
    const application = await settings.applications.create({
      friendlyName: "desk",
      voiceUrl: web.url("/app"),
      smsUrl: web.url("/sms"),
    });
    const key = await settings.newKeys.create({ friendlyName: "robot" });
    await settings.api.v2010.accounts(before.account.sid).update({ friendlyName: "2ZZ" });
    const [callerId] = await settings.outgoingCallerIds.list();
    await settings.outgoingCallerIds(String(callerId?.sid)).update({ friendlyName: "renamed" });
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
    // When this is answered, what was before it is on the disk.
    await before.rest.queues.create({ friendlyName: "last" });
    before.started.child.kill("SIGKILL");
    await before.started.ended;
    const toldBefore = web.requests.filter(({ path }) => path === "/status");

    const again = start();
    const url = restUrl(await untilReady(again));
    const rest = twilioClient({ url, account: before.account });
    const calls = await rest.calls.list();
    const rooms = await rest.conferences.list();
    const queues = await rest.queues.list();
    const kept = {
      numbers: await rest.incomingPhoneNumbers.list(),
      application: await rest.applications(application.sid).fetch(),
      callerIds: await rest.outgoingCallerIds.list(),
      account: await rest.api.v2010.accounts(before.account.sid).fetch(),
      byKey: await twilioClient({ url, account: before.account }, [
        key.sid,
        String(key.secret),
      ]).queues.list(),
    };
    const told = await Promise.all(
      live.map(({ sid }) => web.asked("/status", ({ params }) => params["CallSid"] === sid)),
    );

    expect(toldBefore).toEqual([]);
    expect(new Map(kept.numbers.map((one) => [one.phoneNumber, one.voiceUrl]))).toEqual(
      new Map([
        ["+61255500101", web.url("/talk")],
        ["+61255500102", `http://127.0.0.1:${stuckPort}/never`],
      ]),
    );
    expect(kept.application).toMatchObject({ friendlyName: "desk", smsUrl: web.url("/sms") });
    expect(kept.callerIds).toMatchObject([{ friendlyName: "renamed" }]);
    expect(kept.account.friendlyName).toBe("2ZZ");
    expect(kept.byKey).toHaveLength(2);
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
    for (const { params, headers } of told) {
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

describe("the exchange started alone", () => {
  it("[SR4] makes a demo account, keeps it, and ends cleanly with SIGTERM", async () => {
    const first = start();
    const introduced = await untilReady(first);
    const health = await fetch(`${restUrl(introduced)}/health`);
    first.child.kill("SIGTERM");
    const code = await first.ended;
    const second = start();
    const again = await untilReady(second);

    const path = join(folder, "exchange", "account.json");
    const kept = z.object({ sid: z.string() }).parse(JSON.parse(await readFile(path, "utf8")));
    expect(await health.json()).toMatchObject({ status: "ok", sockets: 0 });
    expect(code).toBe(0);
    expect(introduced).toContain(`TWILIO_ACCOUNT_SID=${kept.sid}`);
    expect(again).toContain(`TWILIO_ACCOUNT_SID=${kept.sid}`);
    expect((await stat(path)).mode & 0o077).toBe(0);
  });

  it("[SR8] names a wrong setting in one sentence and does not start", async () => {
    const started = start({ RTP_PORT_MIN: "many" });

    expect(await started.ended).toBe(1);
    expect(started.errors()).toBe(
      "RTP_PORT_MIN has a value that cannot be used: it must be a port between 0 and 65535.\n",
    );
  });

  it("[SR5] names a port in use and its setting", async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
    const address = holder.address();
    const port = typeof address === "object" ? String(address?.port) : "";

    const started = start({ EXCHANGE_PORT: port });

    expect(await started.ended).toBe(1);
    expect(started.errors()).toBe(
      `Port ${port} (EXCHANGE_PORT) is in use; choose another with EXCHANGE_PORT.\n`,
    );
    await new Promise((resolve) => holder.close(resolve));
  });

  it.each(["INSPECTOR_PORT", "SAMPLE_PORT"])("[XN6] names %s too", async (setting) => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
    const address = holder.address();
    const port = typeof address === "object" ? String(address?.port) : "";

    const started = start({ [setting]: port });

    expect(await started.ended).toBe(1);
    expect(started.errors()).toBe(
      `Port ${port} (${setting}) is in use; choose another with ${setting}.\n`,
    );
    await new Promise((resolve) => holder.close(resolve));
  });

  it("[XN7] names an option that there is not", async () => {
    const started = start({}, ["--jason"]);

    expect(await started.ended).toBe(1);
    expect(started.errors()).toMatch(/^There is no option --jason; .*\.\n$/);
  });

  it("[SR5] names the SIP port too", async () => {
    const first = start();
    const text = await untilReady(first);
    const port = /sip:127\.0\.0\.1:(\d+)/.exec(text)?.[1] ?? "";

    const second = start({ SIP_PORT: port });

    expect(await second.ended).toBe(1);
    expect(second.errors()).toMatch(/^Port \d+ \(SIP_PORT\) is in use; .*\.\n$/);
  });

  it.each([
    ["exchange.json", '{"numbers": [{"sid": "PN1'],
    ["exchange.json", ""],
  ])("[XR71] names a damaged %s and leaves it as it is", async (name, text) => {
    const path = join(folder, "exchange", name);
    await mkdir(join(folder, "exchange"), { recursive: true });
    await writeFile(path, text);

    const started = start();

    expect(await started.ended).toBe(1);
    expect(started.errors()).toMatch(/^\/.*\/exchange\.json is damaged; [^\n]*\.\n$/);
    expect(await readFile(path, "utf8")).toBe(text);
  });

  it("[XR75] does not promise a change that the disk does not take", async () => {
    const web = await ScriptedWebApp.start();
    try {
      const { rest } = await aBusyExchange(web);
      const inTheWay = join(folder, "exchange", "exchange.json.new");
      await mkdir(inTheWay);
      const refused = rest.queues.create({ friendlyName: "first" });
      await expect(refused).rejects.toMatchObject({ status: 500, code: 20500 });
      expect(await rest.queues.list()).toHaveLength(1);
      await rm(inTheWay, { recursive: true });

      await rest.queues.create({ friendlyName: "second" });

      const text = await readFile(join(folder, "exchange", "exchange.json"), "utf8");
      expect(text).toMatch(/"first"[^]*"second"/);
    } finally {
      await web.close();
    }
  });

  it("[SR7] names a data folder that cannot be written", async () => {
    const file = join(folder, "a-file");
    await writeFile(file, "");

    const started = start({ LINEDESK_DATA: file });

    expect(await started.ended).toBe(1);
    expect(started.errors()).toMatch(/^The data folder .* \(LINEDESK_DATA\) .*\.\n$/);
  });
});
