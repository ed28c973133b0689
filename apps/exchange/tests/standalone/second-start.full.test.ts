import { statSync } from "node:fs";

import { afterEach, beforeEach, expect, test } from "vitest";

import { eventually } from "../support/booted-exchange.ts";
import { ScriptedWebApp } from "../support/scripted-web-app.ts";
import { aListener, Cleanup } from "../support/sip-support.ts";
import { startBusyExchange } from "./busy-exchange.ts";
import { Desktop, restUrl, untilReady } from "./started-exchange.ts";

const TIMEOUT_MS = 30_000;
const BYTES_PER_SECOND = 16_000;
const cleanup = new Cleanup();
let desktop: Desktop;
let web: ScriptedWebApp;

beforeEach(async () => {
  desktop = new Desktop();
  web = await ScriptedWebApp.start();
});
afterEach(async () => {
  await cleanup.run();
  desktop.close();
  await web.close();
});

async function aRecordingExchange() {
  const busy = await startBusyExchange(desktop, web);
  const to = "+61255500101";
  const listener = await aListener(cleanup, { address: busy.sip }, { to, sends: 440 });
  await listener.answered;
  const [call] = await eventually(
    () => busy.rest.calls.list({ status: "in-progress" }),
    (calls) => calls.length === 1,
    TIMEOUT_MS,
  );
  const callSid = String(call?.sid);
  const recording = await busy.rest.calls(callSid).recordings.create({
    recordingStatusCallback: web.url("/told"),
  });
  const wav = desktop.path(`recordings/${recording.sid}.wav`);
  async function bytes() {
    return statSync(wav, { throwIfNoEntry: false })?.size ?? 0;
  }
  /** When that many more seconds of sound are on the disk. */
  async function recorded(seconds: number): Promise<void> {
    const enough = (await bytes()) + seconds * BYTES_PER_SECOND;
    await eventually(bytes, (now) => now > enough, TIMEOUT_MS);
  }
  return { ...busy, callSid, recordingSid: recording.sid, recorded };
}

function callbacks() {
  return web.requests.filter(({ path }) => path === "/status" || path === "/told");
}

test("[XR100] a second start on the folder of a running exchange disturbs nothing", async () => {
  const first = await aRecordingExchange();
  await first.recorded(1);
  const samePorts = {
    EXCHANGE_PORT: new URL(restUrl(first.started.output())).port,
    SIP_PORT: String(first.sip.port),
  };

  for (const ports of [{}, samePorts]) {
    const second = desktop.start(ports);
    const code = await Promise.race([second.ended, untilReady(second)]);
    expect(code).toBe(1);
    expect(second.errors()).toBe(
      `The data folder ${desktop.path("").replace(/\/$/, "")} (LINEDESK_DATA) is in use by ` +
        "another exchange; end that exchange, or choose another folder with LINEDESK_DATA.\n",
    );
  }

  await first.recorded(1);
  expect(callbacks()).toEqual([]);
  expect((await first.rest.calls(first.callSid).fetch()).status).toBe("in-progress");
  const rooms = await first.rest.conferences.list();
  // A room of one member waits for the second.
  expect(rooms.map(({ status }) => status)).toEqual(["init"]);
  await first.rest.calls(first.callSid).update({ status: "completed" });
  const ended = await web.waitForRequest("/status");
  const callback = await web.waitForRequest("/told");
  expect(ended.params).toMatchObject({ CallSid: first.callSid, CallStatus: "completed" });
  expect(ended.params).not.toHaveProperty("ErrorCode");
  expect(callback.params).toMatchObject({ RecordingStatus: "completed" });
});
