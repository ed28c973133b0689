import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import twilio, { type Twilio } from "twilio";
import { afterEach, beforeEach, expect, test } from "vitest";

import { readStrictly, sha256, tonesOf } from "@linedesk/media/testing";
import { nodeArguments } from "@linedesk/testkit";
import { eventually, twilioClient } from "../support/booted-exchange.ts";
import { ScriptedWebApp } from "../support/scripted-web-app.ts";
import { aListener, Cleanup } from "../support/sip-support.ts";

const number = "+61255500101";
const account = {
  sid: `AC${"1".repeat(32)}`,
  authToken: "token-of-the-killed-exchange",
  apiKey: `SK${"2".repeat(32)}`,
  apiSecret: "secret-of-the-killed-exchange",
};
const TIMEOUT_MS = 30_000;

const cleanup = new Cleanup();
let folder: string;
let web: ScriptedWebApp;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "linedesk-killed-"));
  web = await ScriptedWebApp.start();
});
afterEach(async () => {
  await cleanup.run();
  for (const child of children.splice(0)) {
    child.kill("SIGKILL");
  }
  await web.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Running {
  child: ChildProcess;
  url: string;
  sip: { address: string; port: number };
  rest: Twilio;
}

async function start(): Promise<Running> {
  const child = spawn(process.execPath, nodeArguments("exchange"), {
    env: {
      ...process.env,
      TWILIO_ACCOUNT_SID: account.sid,
      TWILIO_AUTH_TOKEN: account.authToken,
      TWILIO_API_KEY: account.apiKey,
      TWILIO_API_SECRET: account.apiSecret,
      LINEDESK_DATA: folder,
      LOG_LEVEL: "info",
      EXCHANGE_PORT: "0",
      SIP_PORT: "0",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
  const ready = await eventually(
    async () => text.split("\n").find((line) => line.includes("exchange ready")) ?? "",
    (line) => line !== "",
    TIMEOUT_MS,
  );
  const url = /"url":"([^"]+)"/.exec(ready)?.[1] ?? "";
  const [, address = "", port = ""] =
    /"sip":\{"address":"([^"]+)","port":(\d+)\}/.exec(ready) ?? [];
  const rest = twilioClient({ url, account });
  return { child, url, sip: { address, port: Number(port) }, rest };
}

async function kill({ child }: Running): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

test("[XM44] a killed exchange loses at most a second of a recording, and the next start completes it", async () => {
  const first = await start();
  await first.rest.incomingPhoneNumbers.create({
    phoneNumber: number,
    voiceUrl: web.url("/incoming"),
  });
  web.answer("/incoming", '<Play digits="ww"/><Pause length="60"/>');
  const listener = await aListener(cleanup, { address: first.sip }, { to: number, sends: 440 });
  await listener.answered;
  const [call] = await first.rest.calls.list({ status: "in-progress" });
  const { recordings } = first.rest.calls(String(call?.sid));
  const form = { recordingStatusCallback: web.url("/told") };
  const whole = await recordings.create(form);
  const startedMs = performance.now();
  const paused = await recordings.create(form);
  await recordings(paused.sid).update({ status: "paused", pauseBehavior: "skip" });
  const file = join(folder, "exchange", "recordings", `${whole.sid}.wav`);
  function writtenMs() {
    return ((statSync(file, { throwIfNoEntry: false })?.size ?? 44) - 44) / 16;
  }
  const onDiskMs = await eventually(
    async () => writtenMs(),
    // More than three seconds are recorded, and all but the last second is on the disk.
    (ms) => ms > 3000 && performance.now() - startedMs - ms < 1000,
    TIMEOUT_MS,
  );
  await kill(first);
  const second = await start();
  const done = await eventually(
    () => second.rest.recordings(whole.sid).fetch(),
    ({ status }) => status === "completed",
    TIMEOUT_MS,
  );
  const callback = await web.waitForRequest(
    "/told",
    ({ params }) => params["RecordingSid"] === whole.sid,
  );
  const login = Buffer.from(`${account.sid}:${account.authToken}`).toString("base64");
  const fetched = await fetch(done.mediaUrl, { headers: { authorization: `Basic ${login}` } });
  const wav = Buffer.from(await fetched.arrayBuffer());
  const known = (await (
    await fetch(`${done.mediaUrl}.json`, { headers: { authorization: `Basic ${login}` } })
  ).json()) as object;

  const { samples, durationMs, sampleRate } = readStrictly(wav);
  expect(durationMs).toBeGreaterThanOrEqual(onDiskMs);
  expect(tonesOf(samples, sampleRate, [440, 1000])).toEqual([440]);
  expect(known).toMatchObject({ checksum: `sha256:${sha256(wav)}`, channels: 1 });
  expect(callback.params).toMatchObject({
    RecordingStatus: "completed",
    RecordingDuration: done.duration,
    RecordingUrl: done.mediaUrl,
  });
  const signature = String(callback.headers["x-twilio-signature"]);
  const isSigned = twilio.validateRequest(
    account.authToken,
    signature,
    web.url("/told"),
    callback.params,
  );
  expect(isSigned).toBe(true);
  const listed = await second.rest.recordings.list({ callSid: String(call?.sid) });
  expect(listed.map(({ sid }) => sid)).toEqual([paused.sid, whole.sid]);
  // The paused recording has only the moment before its pause, so it may be without sound.
  expect(["completed", "absent"]).toContain(listed[0]?.status);
});
