import { expect, test } from "vitest";

import { FurtherDevices } from "./further-devices.ts";
import type { VoiceDevice, VoiceDeviceEvent } from "./voice-device.ts";

interface Timer {
  run: () => void;
  ms: number;
}

function furtherDevices() {
  const seen: string[] = [];
  const timers: Timer[] = [];
  const emits: ((event: VoiceDeviceEvent) => void)[] = [];
  let tokens = 0;
  let isServerThere = true;
  const further = new FurtherDevices(
    {
      fetchToken: (service) =>
        isServerThere
          ? Promise.resolve({ token: `${service}${(tokens += 1)}`, iceServers: [] })
          : Promise.reject(new Error("no server")),
      open: ({ service, voiceToken, onEvent }) => {
        seen.push(`open ${service} ${voiceToken.token}`);
        emits.push(onEvent);
        const device: Partial<VoiceDevice> = {
          close: () => void seen.push(`close ${service}`),
          updateToken: ({ token }) => void seen.push(`token ${token}`),
        };
        return Promise.resolve(device as VoiceDevice);
      },
      schedule: (run, ms) => {
        const timer = { run, ms };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), 1);
      },
      listener: { onMicrophoneEnded: () => void seen.push("microphone ended") },
    },
    { share: async () => void seen.push("share") },
  );
  return {
    further,
    seen,
    timers,
    emit: (event: VoiceDeviceEvent) => emits.at(-1)?.(event),
    stopServer: () => (isServerThere = false),
  };
}

const failure = { code: 31005, message: "closed", cause: null };

test("[VD104] a device opens for the first call at an exchange, and serves the later ones", async () => {
  const { further, seen } = furtherDevices();

  await further.open("spare");
  await further.open("spare");
  await further.open("third");

  expect(seen).toEqual(["open spare spare1", "share", "share", "open third third2", "share"]);
});

test("[VD104] the next call after a failure gets a new device, and a release closes all", async () => {
  const { further, seen, emit, timers } = furtherDevices();
  await further.open("spare");

  emit({ type: "failed", failure });
  await further.open("spare");
  further.close();

  expect(seen).toEqual([
    "open spare spare1",
    "share",
    "close spare",
    "open spare spare2",
    "share",
    "close spare",
  ]);
  expect(timers).toEqual([]);
});

test("[VD104] a device that opens after the release of its line is closed", async () => {
  const { further, seen } = furtherDevices();

  const opening = further.open("spare");
  further.close();

  await expect(opening).rejects.toThrow("The softphone is closed");
  expect(seen).toEqual(["open spare spare1", "close spare"]);
});

test("[VD104] the token is renewed before it expires, and a failed renewal is repeated after five seconds", async () => {
  const { further, seen, timers, stopServer } = furtherDevices();
  await further.open("spare");

  timers.shift()?.run();
  await Promise.resolve();
  await Promise.resolve();
  expect(seen.at(-1)).toBe("token spare2");
  stopServer();
  timers.shift()?.run();
  await Promise.resolve();
  await Promise.resolve();

  expect(timers.map(({ ms }) => ms)).toEqual([5_000]);
});

test("[VD104] a device at a further exchange ignores calls, and reports the end of its microphone", async () => {
  const { further, seen, emit } = furtherDevices();
  await further.open("spare");
  const ignore = () => void seen.push("ignored");
  const call = { id: "1", from: "x", accept: () => null as never, reject: () => undefined, ignore };

  emit({ type: "incoming", call });
  emit({ type: "microphoneEnded" });

  expect(seen.slice(2)).toEqual(["ignored", "microphone ended"]);
});
