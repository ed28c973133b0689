import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { readStrictly, sha256 } from "@linedesk/media/testing";
import { startExchange } from "../../src/index.ts";
import { eventually, testConfig, twilioClient } from "../support/booted-exchange.ts";
import { ScriptedWebApp } from "../support/scripted-web-app.ts";
import { aListener, Cleanup } from "../support/sip-support.ts";
import { number, TIMEOUT_MS } from "./recorded-exchange.ts";

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

test("[XM46] a stopped exchange finishes its recordings, and lists them after the restart", async () => {
  const config = testConfig({ dataFolder: cleanup.folder() });
  const web = await ScriptedWebApp.start();
  cleanup.add(() => web.close());
  const first = await startExchange(config);
  cleanup.add(() => first.close());
  const rest = twilioClient(first);
  await rest.incomingPhoneNumbers.create({ phoneNumber: number, voiceUrl: web.url("/voice") });
  web.answer("/voice", '<Play digits="w"/><Pause length="60"/>');
  const listener = await aListener(cleanup, { address: first.sip }, { to: number, sends: 440 });
  await listener.answered;
  const [call] = await rest.calls.list({ status: "in-progress" });
  const recording = await rest
    .calls(String(call?.sid))
    .recordings.create({ recordingStatusCallback: web.url("/told") });
  const path = join(config.dataFolder ?? "", "recordings", recording.sid);
  await eventually(
    async () => readBytes(`${path}.wav`).length,
    (bytes) => bytes > 20_000,
    TIMEOUT_MS,
  );

  await first.close();
  const wav = readBytes(`${path}.wav`);
  const callback = await web.waitForRequest("/told");
  const second = await startExchange(config);
  cleanup.add(() => second.close());
  const listed = await twilioClient(second).recordings.list({ callSid: String(call?.sid) });

  const { durationMs } = readStrictly(wav);
  const checksum = sha256(wav);
  expect(JSON.parse(readFileSync(`${path}.json`, "utf8"))).toMatchObject({
    status: "completed",
    sound: { checksum, durationMs, bytes: wav.length },
  });
  expect(callback.params).toMatchObject({
    RecordingSid: recording.sid,
    RecordingStatus: "completed",
    RecordingUrl: `${first.url}/2010-04-01/Accounts/${first.account.sid}/Recordings/${recording.sid}`,
  });
  expect(listed.map(({ sid, status }) => [sid, status])).toEqual([[recording.sid, "completed"]]);
});

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    // The file does not exist yet.
    return Buffer.alloc(0);
  }
}
