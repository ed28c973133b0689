import { parentPort, workerData } from "node:worker_threads";

import { z } from "zod";

import { Codecs } from "../codecs/codecs.ts";
import { OpusLibrary } from "../codecs/opus.ts";
import { MediaEngine } from "../engine/media-engine.ts";
import { LiveSounds } from "../live/live-sounds.ts";
import { MediaError } from "../media-error.ts";
import type { RecordingReply } from "../recording/recording-messages.ts";
import { WriterSink } from "../recording/writer-sink.ts";
import { openRtpPort, type RtpPort, type RtpPortEvents } from "../rtp/rtp-port.ts";
import { isAnyAddress } from "../rtp/signalled-address.ts";
import { UnheardHosts } from "../rtp/unheard-hosts.ts";
import { WebRtcPeers } from "../webrtc/web-rtc-peers.ts";
import { dispatchCall, dispatchCast, dispatchRecordingCast } from "./dispatch-call.ts";
import { makeThreadUrgent } from "./make-thread-urgent.ts";
import type { MediaReply, MediaCall, MediaMessage } from "./media-messages.ts";
import { MediaTicker } from "./media-ticker.ts";
import { readThreadId } from "./read-thread-id.ts";
import { SoundRequests } from "./sound-requests.ts";
import { TickCounter } from "./tick-counter.ts";

const settings = z
  .object({
    bindAddress: z.string(),
    portRange: z.object({ min: z.number(), max: z.number() }).nullable(),
    advertise: z.array(z.string()),
    maxLegs: z.number(),
    webRtcClaim: z.instanceof(SharedArrayBuffer),
    pulse: z.instanceof(SharedArrayBuffer),
  })
  .parse(workerData);

// The threads of the WebRTC library inherit the priority, so it is raised before they start.
const isUrgent = makeThreadUrgent();
const peers = await WebRtcPeers.load(settings.webRtcClaim);
const writer = new WriterSink();
const sounds = new SoundRequests((id, source) => postToHost({ type: "sound.wanted", id, source }));
const live = new LiveSounds({
  loadMusic: async (url) => (await loadOwnMusic(url)) ?? (await loadBuiltinMusic()),
  onListeners: (id, count) => postToHost({ type: "live.listeners", live: id, count }),
});
const unheardHosts = new UnheardHosts(() => performance.now());
const pulse = new TickCounter(settings.pulse);
pulse.setThread(readThreadId());
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
        bindAddress: isAnyAddress(settings.bindAddress) ? null : settings.bindAddress,
        portRange: settings.portRange,
        advertise: settings.advertise,
      },
      events,
    ),
  openPort,
  loadSound: async (source) => sounds.load(source),
  recordingSink: writer,
  advanceLive: (skipped) => live.advance(skipped),
});

const idleLock = new Int32Array(new SharedArrayBuffer(4));
const beat = new MediaTicker({
  clock: performanceClock(),
  tick,
  legCount: () => engine.legCount,
  idle: (durationMs) => void Atomics.wait(idleLock, 0, 0, durationMs),
  isSilent: () => engine.legCount === 0 && live.count === 0,
  passSilence,
});

function performanceClock(): { nowMs(): number } {
  return { nowMs: () => performance.now() };
}

/** Resolves to `null` if there is no finite sound at that address. */
async function loadOwnMusic(url: string | null): Promise<Int16Array | null> {
  if (url === null) {
    return null;
  }
  const music = await sounds.load({ type: "url", url }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    postToHost({ type: "fault", message: `The music of a stream cannot be loaded: ${why}` });
    return null;
  });
  return music instanceof Int16Array && music.length > 0 ? music : null;
}

async function loadBuiltinMusic(): Promise<Int16Array> {
  const music = await sounds.load({ type: "builtin", name: "hold-music" });
  return music instanceof Int16Array ? music : new Int16Array(0);
}

async function openPort(events: RtpPortEvents, port?: number): Promise<RtpPort> {
  const { bindAddress, portRange } = settings;
  const wanted = port === undefined ? {} : { port };
  return openRtpPort({ bindAddress, portRange, unheardHosts, ...wanted }, events);
}

function postToHost(message: MediaReply): void {
  parentPort?.postMessage(message);
}

function tick(): number {
  pulse.count();
  try {
    const waitMs = engine.tick();
    reportSkipped();
    return waitMs;
  } catch (error) {
    reportFault(error);
    return 5;
  }
}

function passSilence(): void {
  pulse.count();
  engine.passSilence();
}

/** Logs at most every ten seconds, so that a busy machine is not flooded with log lines. */
function reportSkipped(): void {
  const count = engine.skippedTicks - skipped.reported;
  if (count === 0 || performance.now() - skipped.atMs < 10_000) {
    return;
  }
  skipped = { reported: engine.skippedTicks, atMs: performance.now() };
  postToHost({
    type: "fault",
    message: `The mixer was stopped for ${count * 20} ms; callers heard a gap`,
  });
}

function reportFault(error: unknown): void {
  postToHost({
    type: "fault",
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
}

function handleWriter(answer: RecordingReply): void {
  if (answer.type === "taken") {
    engine.recordings.taken(answer.id, answer.samples);
  } else {
    engine.recordings.failed(answer.id);
  }
}

function handleCall(id: number, call: MediaCall): void {
  void dispatchCall({ engine, advertise: settings.advertise }, call).then(
    (value) => postToHost({ type: "answered", id, value }),
    (error: unknown) => {
      const code = error instanceof MediaError ? error.code : "media_broken";
      const message = error instanceof Error ? error.message : String(error);
      postToHost({ type: "refused", id, code, message });
    },
  );
}

function handle(message: MediaMessage): void {
  dispatch(message);
  beat.wake();
}

function dispatch(message: MediaMessage): void {
  switch (message.type) {
    case "call":
      return handleCall(message.id, message.call);
    case "cast":
      return dispatchCast(engine, message.cast);
    case "recording":
      return dispatchRecordingCast(engine, message.cast);
    case "writer":
      return writer.connect(message.port, handleWriter);
    case "sound.loaded":
      return sounds.loaded(message.id, message.samples);
    case "sound.failed":
      return sounds.failed(message.id, message.message);
    case "sound.live":
      return sounds.loaded(message.id, live.open(message.live, message.ring, message.musicUrl));
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
  // libdatachannel aborts the whole process if the thread ends before this call.
  peers.cleanUp();
  postToHost({ type: "closed" });
  parentPort?.close();
}

// The calls must survive a fault in the handling of one packet; the main thread logs the fault.
process.on("uncaughtException", reportFault);
process.on("unhandledRejection", reportFault);
engine.onEvent((event) => postToHost({ type: "event", event }));
parentPort?.on("message", handle);
beat.start();
postToHost({ type: "ready", isUrgent });
