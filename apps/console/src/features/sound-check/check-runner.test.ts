import { createTranslator } from "use-intl/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { AudioServerStatus, DeviceLine, QualityReport } from "@linedesk/contract";
import type { MicrophoneState } from "../../client/audio/microphone.ts";
import { qualityWord } from "../../client/softphone/quality-word.ts";
import type { PreflightEvent, PreflightOptions } from "../../client/softphone/voice-device.ts";
import { type Carrier, carrierChanged } from "../../client/store/carriers-slice.ts";
import { deviceChanged } from "../../client/store/desk-slice.ts";
import { createStore } from "../../client/store/store.ts";
import type { HttpClient } from "../../lib/http-client.ts";
import { ASchedule } from "../../testing/a-schedule.ts";
import { CheckRunner, type CheckRunnerDeps, toVerdict } from "./check-runner.ts";
import { soundCheckMessages } from "./sound-check-messages.ts";
import { idleCheck, isRunning, nextSoundCheck } from "./sound-check.ts";

/**
 * The fake audio: the microphone's level, the number of open meters, and whether the output opens.
 */
let sound = { level: 0, meters: 0, opensOutput: true };

class FakeAudioContext {
  readonly currentTime = 0;
  readonly destination = {};
  constructor() {
    sound.meters += 1;
  }
  createAnalyser() {
    return {
      fftSize: 0,
      getFloatTimeDomainData: (samples: Float32Array) => samples.fill(sound.level),
    };
  }
  createMediaStreamSource() {
    return { connect: () => undefined };
  }
  createOscillator() {
    const nothing = () => undefined;
    const tone = { frequency: { value: 0 }, connect: (next: object) => next };
    return { ...tone, start: nothing, stop: nothing };
  }
  createGain() {
    const nothing = () => undefined;
    const gain = { setValueAtTime: nothing, linearRampToValueAtTime: nothing };
    return { gain, connect: nothing };
  }
  setSinkId(): Promise<void> {
    return sound.opensOutput ? Promise.resolve() : new Promise(() => undefined);
  }
  async close(): Promise<void> {
    sound.meters -= 1;
  }
}

beforeEach(() => {
  sound = { level: 0, meters: 0, opensOutput: true };
  vi.stubGlobal("AudioContext", FakeAudioContext);
  vi.stubGlobal("navigator", {
    mediaDevices: { getUserMedia: async () => ({ getTracks: () => [] }) },
  });
});
afterEach(() => vi.unstubAllGlobals());

const server = "0190f3c4-7a1b-7c3d-8e4f-0123456789ab";

function aReport(): AudioServerStatus {
  return { line: "line1", state: "idle", version: "1", levels: { inputDb: null, outputDb: null } };
}

function aCarrier(over: Partial<Carrier> = {}): Carrier {
  const status = { status: "online", lastReplyAt: 0, report: aReport() } as const;
  return { id: server, name: "Studio B", usedBy: null, ...status, ...over };
}

interface GivenCheck {
  devices?: "registering" | "registered";
  carrier?: Carrier;
  voice?: Partial<Pick<CheckRunnerDeps["voice"], "fetchToken" | "runPreflight">>;
}

/** Starts a check; both lines are registered unless a test gives another state. */
function aCheck(over: GivenCheck = {}) {
  const store = createStore();
  const time = new ASchedule();
  const polled: DeviceLine[] = [];
  const reports: unknown[] = [];
  const http = { call: async (_: unknown, { body }: { body: unknown }) => reports.push(body) };
  let answer: (state: MicrophoneState) => void = () => undefined;
  const microphone = {
    state: "prompt" as MicrophoneState,
    requestAccess: () => new Promise<MicrophoneState>((resolve) => (answer = resolve)),
  };
  const status = over.devices ?? "registered";
  store.dispatch(deviceChanged({ line: "line1", status }));
  store.dispatch(deviceChanged({ line: "line2", status }));
  store.dispatch(carrierChanged({ line: "line1", carrier: over.carrier ?? null }));
  let check = idleCheck;
  const runner = new CheckRunner(
    {
      store,
      http: http as unknown as HttpClient,
      page: { microphone, timers: { schedule: time.schedule } },
      voice: {
        carriers: { poll: (line) => void polled.push(line) },
        fetchToken: async () => ({ token: "token", iceServers: [] }),
        runPreflight: () => new Promise<void>(() => undefined),
        ...over.voice,
      },
    },
    {
      input: "default",
      output: "speaker",
      say: createTranslator({
        locale: "en",
        messages: { soundCheck: soundCheckMessages },
        namespace: "soundCheck.failed",
      }),
      onEvent: (event) => (check = nextSoundCheck(check, event)),
      onStored: () => undefined,
    },
  );
  check = nextSoundCheck(check, { type: "started" });
  runner.start();
  return { runner, store, time, polled, reports, microphone, answer: answer, read: () => check };
}

/** Creates the test call of a check, with the number of its starts and stops. */
function aTestCall() {
  const counts = { begun: 0, stopped: 0 };
  let emit: (event: PreflightEvent) => void = () => undefined;
  let load: () => void = () => undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  async function runPreflight({ onEvent, signal }: PreflightOptions): Promise<void> {
    await loaded;
    signal.throwIfAborted();
    counts.begun += 1;
    emit = onEvent;
    signal.addEventListener("abort", () => void (counts.stopped += 1));
  }
  return { counts, runPreflight, load, emit: (event: PreflightEvent) => emit(event) };
}

function aQualityReport(average: number): QualityReport {
  const mos = { average, max: 4.4, min: 1 };
  const range = { average: 1, max: 1, min: 1 };
  return {
    callSid: null,
    edge: null,
    stats: { jitter: range, mos, rtt: range },
    testTiming: { start: 0, end: 1, duration: 1 },
    totals: {
      bytesReceived: 0,
      bytesSent: 0,
      packetsLost: 0,
      packetsLostFraction: 0,
      packetsReceived: 0,
      packetsSent: 0,
    },
    warnings: [],
    // The verdict ignores this word of the SDK, because the SDK's ranges of MOS have gaps.
    callQuality: "degraded",
    isTurnRequired: false,
  };
}

/** Waits until all promises have settled. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    await Promise.resolve();
  }
}

test("[SN48] at 10 s each running step fails with its reason, and the check ends", async () => {
  sound.opensOutput = false;
  const { time, read } = aCheck({ devices: "registering" });

  time.advance(9_999);
  expect(Object.values(read()).map(({ status }) => status)).toEqual([
    "running",
    "running",
    "running",
    "running",
  ]);
  time.advance(1);

  expect(isRunning(read())).toBe(false);
  expect(read()).toMatchObject({
    microphone: {
      words: "The browser asks for the microphone. Allow it, then run the check again",
    },
    speaker: { words: "The output could not be opened. Choose another in settings" },
    network: { words: "The check did not end in 10 s. Run it again" },
    registration: { words: "Lines 1 and 2 are not connected" },
  });
});

test("[SN48] an answer to the browser's prompt after 10 s changes nothing and opens no microphone", async () => {
  const { time, read, answer } = aCheck();
  time.advance(10_000);
  const over = read();

  answer("granted");
  await settle();
  sound.level = 0.5;
  time.advance(10_000);

  expect(read()).toBe(over);
  expect(over.microphone.status).toBe("failed");
  expect(sound.meters).toBe(1);
});

test("[SN48] a microphone that is allowed late is checked until 10 s, and one that does not open is reported", async () => {
  const late = aCheck();
  const stuck = aCheck();
  stuck.microphone.state = "granted";
  await settle();
  const before = sound.meters;

  late.time.advance(8_000);
  late.answer("granted");
  await settle();
  expect(sound.meters).toBe(before + 1);
  late.time.advance(2_000);
  stuck.time.advance(10_000);

  expect(late.read().microphone).toMatchObject({ words: "No sound from your microphone" });
  expect(sound.meters).toBe(before);
  expect(stuck.read().microphone).toMatchObject({
    words: "The microphone did not open in 10 s. Choose another in settings",
  });
});

test("[SN48] a network test that waits for the browser's prompt is stopped at 10 s, once", async () => {
  const { counts, runPreflight, load } = aTestCall();
  const { time, read, runner } = aCheck({ voice: { runPreflight } });
  load();
  await settle();

  time.advance(9_999);
  expect(counts).toEqual({ begun: 1, stopped: 0 });
  time.advance(1);

  expect(read().network).toMatchObject({ words: "The check did not end in 10 s. Run it again" });
  expect(counts.stopped).toBe(1);
  runner.close();
  expect(counts.stopped).toBe(1);
});

test("[SN48] a connected network test continues after 10 s, and its report is stored", async () => {
  const { counts, runPreflight, load, emit } = aTestCall();
  const { time, read, reports } = aCheck({ voice: { runPreflight } });
  load();
  await settle();

  emit({ type: "connected" });
  time.advance(10_000);
  expect(counts.stopped).toBe(0);
  const over = read();
  emit({ type: "completed", report: aQualityReport(4) });

  expect(reports).toMatchObject([{ status: "completed" }]);
  expect(read()).toBe(over);
});

test("[SN48] a network test whose script loads after 10 s does not start", async () => {
  const { counts, runPreflight, load } = aTestCall();
  const { time, read } = aCheck({ voice: { runPreflight } });
  await settle();

  time.advance(10_000);
  const over = read();
  load();
  await settle();

  expect(counts).toEqual({ begun: 0, stopped: 0 });
  expect(read()).toBe(over);
});

test("[SN16] a passed microphone and a played tone stay unchanged at 10 s", async () => {
  const { time, read, answer } = aCheck();

  answer("granted");
  await settle();
  sound.level = 0.5;
  time.advance(10_000);

  expect(read().microphone.status).toBe("passed");
  expect(read().speaker.status).toBe("asking");
});

test("[SN48] the phone step waits until both lines are registered or on standby", () => {
  const { store, time, read } = aCheck({ devices: "registering" });

  time.advance(5_000);
  expect(read().registration.status).toBe("running");
  store.dispatch(deviceChanged({ line: "line1", status: "standby" }));
  expect(read().registration.status).toBe("running");
  store.dispatch(deviceChanged({ line: "line2", status: "registered" }));

  expect(read().registration.status).toBe("passed");
  store.dispatch(deviceChanged({ line: "line2", status: "unregistered" }));
  time.advance(10_000);
  expect(read().registration.status).toBe("passed");
});

test("[SN48] an audio-server line passes when the audio server has answered during the check", () => {
  const { store, polled, read } = aCheck({ carrier: aCarrier() });
  expect(polled).toContain("line1");
  expect(read().registration.status).toBe("running");

  store.dispatch(carrierChanged({ line: "line1", carrier: aCarrier() }));

  expect(read().registration.status).toBe("passed");
});

test.each(["online", "offline"] as const)(
  "[SN48] at 10 s the failed phone step names an audio server that is shown as `%s` but has not answered, and the other line",
  (status) => {
    const carrier = aCarrier({ status });
    const { time, read, store } = aCheck({ carrier, devices: "registering" });
    store.dispatch(carrierChanged({ line: "line1", carrier: { ...carrier, name: "Studio C" } }));
    time.advance(10_000);
    expect(read().registration).toEqual({
      status: "failed",
      words: "Line 2 is not connected. The audio server of line 1 does not answer",
    });
  },
);

test.each([4.43, 4.2, 4.15, 4.04, 3.65, 3.62, 3.05, 2])(
  "[VD52] a network test with MOS %d has the same word as the badge",
  (average) => {
    const verdict = toVerdict(aQualityReport(average));

    expect(verdict).toEqual({ word: qualityWord(average), mos: average });
  },
);
