import { expect, test } from "vitest";

import type {
  IncomingVoiceCall,
  VoiceCallEvent,
  VoiceDeviceEvent,
} from "../../softphone/voice-device.ts";
import { connectionChanged, noticeClosed } from "../../store/desk-slice.ts";
import { createStore } from "../../store/store.ts";
import { DeskSoftphones } from "./desk-softphones.ts";

test("[LN10] both lines use the chosen input and output device", async () => {
  const used: [input: string, output: string][][] = [];
  const softphones = new DeskSoftphones({
    store: createStore(),
    open: () => {
      const line: [string, string][] = [];
      used.push(line);
      return Promise.resolve({
        register: () => Promise.resolve(),
        updateToken: () => undefined,
        useDevices: async (input, output) => void line.push([input, output]),
        useProcessing: () => Promise.resolve(),
        close: () => undefined,
        unregister: () => Promise.resolve(),
        openMicrophone: () => () => undefined,
        connect: () => Promise.reject(new TypeError("nobody calls here")),
      });
    },
    fetchToken: () => Promise.resolve({ token: "token", iceServers: [] }),
    schedule: () => () => undefined,
    listener: {
      onMicrophone: () => undefined,
      onCallEnded: () => undefined,
      onTrouble: () => undefined,
      onMeasured: () => undefined,
    },
    log: () => undefined,
  });
  await Promise.all([softphones.line1.device.register(), softphones.line2.device.register()]);

  softphones.useDevices("headset", "speakers");

  expect(used).toEqual([[["headset", "speakers"]], [["headset", "speakers"]]]);
});

test("[EW7] a line shows a lost network only if the loss harms the line, and reports a call that is not found as lost", async () => {
  const store = createStore();
  const timers = new Set<{ run: () => void; ms: number }>();
  let emitDevice: (event: VoiceDeviceEvent) => void = () => undefined;
  let emitCall: (event: VoiceCallEvent) => void = () => undefined;
  const softphones = new DeskSoftphones({
    store,
    open: ({ onEvent }) => {
      emitDevice = onEvent;
      return Promise.resolve({
        register: () => Promise.resolve(),
        updateToken: () => undefined,
        useDevices: () => Promise.resolve(),
        useProcessing: () => Promise.resolve(),
        close: () => undefined,
        unregister: () => Promise.resolve(),
        openMicrophone: () => () => undefined,
        connect: (_parameters, onEvent) => {
          emitCall = onEvent;
          return Promise.resolve({
            mute: () => true,
            sendDigit: () => undefined,
            disconnect: () => undefined,
            readLevels: () => ({ input: 0, output: 0 }),
          });
        },
      });
    },
    fetchToken: () => Promise.resolve({ token: "token", iceServers: [] }),
    schedule: (run, ms) => {
      const timer = { run, ms };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    listener: {
      onMicrophone: () => undefined,
      onCallEnded: () => undefined,
      onTrouble: () => undefined,
      onMeasured: () => undefined,
    },
    log: () => undefined,
  });
  function lose(): void {
    emitDevice(lost);
    [...timers].find(({ ms }) => ms === 2_000)?.run();
  }
  const lost = { type: "failed" as const, failure: { code: 31005, message: "lost" } };
  const words = () => store.getState().desk.notices.map((notice) => notice.words);
  store.dispatch(connectionChanged({ status: "live" }));
  await softphones.line1.device.register();
  lose();
  expect(words()).toEqual(["Phone network lost. Reconnecting..."]);
  store.dispatch(noticeClosed("voice:line1"));

  store.dispatch(connectionChanged({ status: "reconnecting", attempt: 1, since: 0 }));
  lose();
  expect(words()).toEqual([]);
  store.dispatch(connectionChanged({ status: "live" }));
  await softphones.line1.connect({ callId: "c1", claim: "c1", muted: false });
  emitCall({ type: "accepted" });
  lose();
  expect(words()).toEqual([]);
  await softphones.line2.connect({ callId: "c2", claim: "c2", muted: false });
  emitCall({ type: "failed", failure: { code: 31404, message: "not found" } });

  expect(words()).toEqual(["The call was lost"]);
});

test("[SN3] [VD73] the line shows a stopped microphone in a call to the softphone, until the call ends", async () => {
  const store = createStore();
  let emitDevice: (event: VoiceDeviceEvent) => void = () => undefined;
  let emitCall: (event: VoiceCallEvent) => void = () => undefined;
  let ended = 0;
  const softphones = new DeskSoftphones({
    store,
    open: ({ onEvent }) => {
      emitDevice = onEvent;
      return Promise.resolve({
        register: () => Promise.resolve(),
        updateToken: () => undefined,
        useDevices: () => Promise.resolve(),
        useProcessing: () => Promise.resolve(),
        close: () => undefined,
        unregister: () => Promise.resolve(),
        openMicrophone: () => () => undefined,
        connect: () => Promise.reject(new TypeError("nobody calls here")),
      });
    },
    fetchToken: () => Promise.resolve({ token: "token", iceServers: [] }),
    schedule: () => () => undefined,
    listener: {
      onMicrophone: () => undefined,
      onCallEnded: () => (ended += 1),
      onTrouble: () => undefined,
      onMeasured: () => undefined,
    },
    log: () => undefined,
  });
  await softphones.line1.device.register();
  const call: IncomingVoiceCall = {
    id: "CA1",
    from: "client:newsroom",
    accept: (onEvent) => {
      emitCall = onEvent;
      return {
        mute: () => true,
        sendDigit: () => undefined,
        disconnect: () => undefined,
        readLevels: () => ({ input: 0, output: 0 }),
      };
    },
    reject: () => undefined,
    ignore: () => undefined,
  };
  emitDevice({ type: "incoming", call });
  emitDevice({ type: "microphoneEnded" });
  expect(store.getState().desk.notices).toEqual([]);

  softphones.line1.direct.accept({ muted: false });
  emitCall({ type: "accepted" });
  emitDevice({ type: "microphoneEnded" });

  const words = "Your microphone has stopped. Choose another in the settings";
  expect(store.getState().desk.notices).toMatchObject([{ line: "line1", words }]);
  expect(ended).toBe(0);
  emitDevice({ type: "incomingEnded", call });
  emitCall({ type: "ended" });
  expect(store.getState().desk.notices).toEqual([]);
  expect(ended).toBe(1);
});
