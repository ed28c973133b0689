import { networkInterfaces } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { Codecs } from "../codecs/codecs.ts";
import type { LiveSound } from "../live/live-sound.ts";
import { LiveSounds } from "../live/live-sounds.ts";
import { MediaBeat } from "./media-beat.ts";
import type { StoredSource } from "../playback/playbacks.ts";
import { MediaEngine } from "./media-engine.ts";
import { MediaError } from "../media-error.ts";
import type {
  FromWorker,
  MediaCall,
  MediaCast,
  RecordingCast,
  ToWorker,
} from "./media-messages.ts";
import { OpusLibrary } from "../codecs/opus.ts";
import { openRtpPort, type RtpPort, type RtpPortEvents } from "../rtp/rtp-port.ts";
import { makeThreadUrgent } from "./urgent-thread.ts";
import type { FromWriter } from "../recording/recording-messages.ts";
import { WebRtcPeers } from "../webrtc/webrtc-peer.ts";
import { WriterSink } from "../recording/writer-sink.ts";

const settings = z
  .object({
    bindAddress: z.string(),
    portRange: z.object({ min: z.number(), max: z.number() }).nullable(),
    advertise: z.array(z.string()),
    maxLegs: z.number(),
    webRtcClaim: z.instanceof(SharedArrayBuffer),
  })
  .parse(workerData);

// [XM23] Before the library starts its own threads, which inherit it.
makeThreadUrgent();
const peers = await WebRtcPeers.load(settings.webRtcClaim);
const isAnyAddress = settings.bindAddress === "0.0.0.0" || settings.bindAddress === "::";
const writer = new WriterSink();
const sounds = new Map<
  number,
  { resolve(sound: Int16Array | LiveSound): void; reject(error: Error): void }
>();
const live = new LiveSounds({
  loadMusic: async () => {
    const music = await loadSound({ type: "builtin", name: "hold-music" });
    return music instanceof Int16Array ? music : new Int16Array(0);
  },
  onListeners: (id, count) => say({ type: "live.listeners", live: id, count }),
});
let lastSound = 0;
let skipped = { reported: 0, atMs: 0 };

const engine = new MediaEngine({
  clock: performanceClock(),
  epochMs: performance.timeOrigin,
  maxLegs: settings.maxLegs,
  codecs: new Codecs(await OpusLibrary.load()),
  openPeer: (options, events) =>
    peers.open(
      {
        ...options,
        bindAddress: isAnyAddress ? null : settings.bindAddress,
        portRange: settings.portRange,
        advertise: settings.advertise,
      },
      events,
    ),
  openPort,
  loadSound,
  recordingSink: writer,
  advanceLive: (skipped) => live.advance(skipped),
});

const restingPlace = new Int32Array(new SharedArrayBuffer(4));
const beat = new MediaBeat({
  clock: performanceClock(),
  tick,
  legCount: () => engine.legCount,
  rest: (durationMs) => void Atomics.wait(restingPlace, 0, 0, durationMs),
});

function performanceClock(): { nowMs(): number } {
  return { nowMs: () => performance.now() };
}

async function openPort(events: RtpPortEvents): Promise<RtpPort> {
  const { bindAddress, portRange } = settings;
  return openRtpPort({ bindAddress, portRange, clock: performanceClock() }, events);
}

async function loadSound(source: StoredSource): Promise<Int16Array | LiveSound> {
  lastSound += 1;
  const id = lastSound;
  say({ type: "sound.wanted", id, source });
  return new Promise((resolve, reject) => sounds.set(id, { resolve, reject }));
}

function say(message: FromWorker): void {
  parentPort?.postMessage(message);
}

function tick(): number {
  try {
    const waitMs = engine.tick();
    reportSkipped();
    return waitMs;
  } catch (error) {
    fault(error);
    return 5;
  }
}

/** At most every ten seconds: a machine that is too busy should not also drown in log lines. */
function reportSkipped(): void {
  const count = engine.skippedTicks - skipped.reported;
  if (count === 0 || performance.now() - skipped.atMs < 10_000) return;
  skipped = { reported: engine.skippedTicks, atMs: performance.now() };
  say({
    type: "fault",
    message: `The mixer was stopped for ${count * 20} ms; callers heard a gap`,
  });
}

function fault(error: unknown): void {
  say({
    type: "fault",
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
}

async function answer(call: MediaCall): Promise<unknown> {
  switch (call.method) {
    case "answerWebRtc":
      return engine.answerWebRtc(...call.args);
    case "offerWebRtc":
      return engine.offerWebRtc(...call.args);
    case "acceptWebRtc":
      return engine.acceptWebRtc(...call.args);
    case "restartIce":
      return engine.restartIce(...call.args);
    case "openRtp": {
      const endpoint = await engine.openRtp(...call.args);
      return { address: signalledAddress(endpoint.address), port: endpoint.port };
    }
    case "connectRtp":
      return engine.connectRtp(...call.args);
    case "stats":
      return engine.stats(...call.args);
  }
}

/** What the far end is told to send to: never an "any" address. */
function signalledAddress(bound: string): string {
  const [advertised] = settings.advertise;
  if (advertised !== undefined) return advertised;
  if (!isAnyAddress) return bound;
  const family = bound.includes(":") ? "IPv6" : "IPv4";
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outside = addresses.find((one) => one.family === family && !one.internal);
  return outside?.address ?? (family === "IPv4" ? "127.0.0.1" : "::1");
}

function obey(cast: MediaCast): void {
  switch (cast.method) {
    case "closeLeg":
      return engine.closeLeg(...cast.args);
    case "joinRoom":
      return engine.joinRoom(...cast.args);
    case "setMembership":
      return engine.setMembership(...cast.args);
    case "leaveRoom":
      return engine.leaveRoom(...cast.args);
    case "play":
      return engine.play(...cast.args);
    case "playRoom":
      return engine.playRoom(...cast.args);
    case "stop":
      return engine.stop(...cast.args);
    case "sendDigits":
      return engine.sendDigits(...cast.args);
    case "watchAnswer":
      return engine.watchAnswer(...cast.args);
    case "listen":
      return engine.listen(...cast.args);
    case "stopListening":
      return engine.stopListening(...cast.args);
  }
}

function record(cast: RecordingCast): void {
  const { recordings } = engine;
  switch (cast.method) {
    case "start":
      return recordings.start(...cast.args);
    case "pause":
      return recordings.pause(...cast.args);
    case "resume":
      return recordings.resume(...cast.args);
    case "stop":
      return recordings.stop(...cast.args);
  }
}

function handleWriter(answer: FromWriter): void {
  if (answer.type === "taken") engine.recordings.taken(answer.id, answer.samples);
  else engine.recordings.failed(answer.id);
}

function handleCall(id: number, call: MediaCall): void {
  void answer(call).then(
    (value) => say({ type: "answered", id, value }),
    (error: unknown) => {
      const code = error instanceof MediaError ? error.code : "media_broken";
      const message = error instanceof Error ? error.message : String(error);
      say({ type: "refused", id, code, message });
    },
  );
}

function handle(message: ToWorker): void {
  switch (message.type) {
    case "call":
      return handleCall(message.id, message.call);
    case "cast":
      return obey(message.cast);
    case "recording":
      return record(message.cast);
    case "writer":
      return writer.connect(message.port, handleWriter);
    case "sound.loaded":
      sounds.get(message.id)?.resolve(message.samples);
      sounds.delete(message.id);
      return;
    case "sound.failed":
      sounds.get(message.id)?.reject(new MediaError("sound_unreachable", message.message));
      sounds.delete(message.id);
      return;
    case "sound.live":
      sounds.get(message.id)?.resolve(live.open(message.live, message.ring));
      sounds.delete(message.id);
      return;
    case "live.passed":
    case "live.failed":
    case "live.closed":
      return live.handle(message);
    case "close":
      void end();
      return;
  }
}

async function end(): Promise<void> {
  beat.stop();
  await engine.close();
  writer.disconnect();
  // The native side aborts the whole process if the thread ends before this.
  peers.cleanUp();
  say({ type: "closed" });
  parentPort?.close();
}

// The calls must outlive a mistake in one packet's handling; it is reported and logged outside.
process.on("uncaughtException", fault);
process.on("unhandledRejection", fault);
engine.onEvent((event) => say({ type: "event", event }));
parentPort?.on("message", handle);
beat.start();
say({ type: "ready" });
