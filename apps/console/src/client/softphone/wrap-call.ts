import type * as Sdk from "@twilio/voice-sdk";

import { type LegQuality, LegReport } from "./leg-report.ts";
import { qualityWord } from "./quality-word.ts";
import { isSilence } from "./silence.ts";
import { TrackLevels } from "./track-levels.ts";
import type { CallQuality, VoiceCall, VoiceCallEvent } from "./voice-device.ts";
import { voiceCatalogue, type VoiceFailure } from "./voice-errors.ts";

export interface WrapCallDeps {
  onEvent: (event: VoiceCallEvent) => void;
  /** Returns the edge of the device's connection; `null` while it has none. */
  edge: () => string | null;
  usesRelay: () => Promise<boolean>;
  /** Returns the levels of the call's tracks, from the statistics of the connection. */
  readLevels: () => Promise<{ input: number; output: number }>;
  /** Is called when a path that has carried sound falls silent, and when it has sound again. */
  setSilent: (isSilent: boolean) => void;
}

export function wrapCall(call: Sdk.Call, deps: WrapCallDeps): VoiceCall {
  const { onEvent } = deps;
  const quality = measureCall(call, deps);
  watchSilence(call, deps);
  let ended = false;
  function end(): void {
    if (ended) {
      return;
    }
    ended = true;
    const measured = quality.finish();
    if (measured !== null) {
      onEvent({ type: "measured", quality: measured });
    }
    onEvent({ type: "ended" });
  }
  call.on("ringing", () => onEvent({ type: "ringing" }));
  call.on("accept", () => onEvent({ type: "accepted" }));
  watchConnection(call, onEvent);
  call.on("error", (error: unknown) => {
    onEvent({ type: "failed", failure: parseSdkFailure(error) });
    // The SDK releases a call that an error closed, and sends no further event for it.
    if (isClosed(call)) {
      end();
    }
  });
  call.on("disconnect", end);
  call.on("cancel", end);
  call.on("reject", end);
  return {
    mute(muted) {
      call.mute(muted);
      return true;
    },
    sendDigit: (digit) => call.sendDigits(digit),
    disconnect: () => call.disconnect(),
    readLevels: () => (ended ? { input: 0, output: 0 } : quality.readLevels()),
  };
}

/** The SDK clears this warning when the path of the sound works again. */
const SOUND_LOST_WARNING = "ice-connectivity-lost";

/**
 * The SDK reports the loss of the signalling and of the sound's path by one event each, and their
 * return only when both are back.
 */
function watchConnection(call: Sdk.Call, onEvent: WrapCallDeps["onEvent"]): void {
  let isInterrupted = false;
  function restore(): void {
    if (isInterrupted) {
      isInterrupted = false;
      onEvent({ type: "reconnected" });
    }
  }
  call.on("reconnecting", (error: unknown) => {
    if (readNumber(error, "code") === voiceCatalogue.signallingDisconnected.code) {
      return onEvent({ type: "signallingLost" });
    }
    isInterrupted = true;
    onEvent({ type: "reconnecting" });
  });
  call.on("warning-cleared", (name: string) => {
    if (name === SOUND_LOST_WARNING) {
      restore();
    }
  });
  call.on("reconnected", () => {
    onEvent({ type: "signallingBack" });
    restore();
  });
}

/** The SDK's warning after three seconds without a received byte. */
const NO_BYTES_WARNING = "low-bytes-received";

/** Reports a silent path. Before the first sound there is no report: the answer may be pending. */
function watchSilence(call: Sdk.Call, { setSilent }: WrapCallDeps): void {
  let hasReceived = false;
  call.on("sample", (sample: unknown) => {
    hasReceived ||= readNumber(sample, "bytesReceived") > 0;
  });
  call.on("warning", (name: string) => {
    if (name === NO_BYTES_WARNING && hasReceived) {
      setSilent(true);
    }
  });
  call.on("warning-cleared", (name: string) => {
    if (name === NO_BYTES_WARNING) {
      setSilent(false);
    }
  });
}

interface CallMeasurement {
  /** Returns the report of the whole call; `null` for a call that was never accepted. */
  finish: () => LegQuality | null;
  readLevels: () => { input: number; output: number };
}

function measureCall(call: Sdk.Call, deps: WrapCallDeps): CallMeasurement {
  const { onEvent, edge, usesRelay } = deps;
  const levels = new TrackLevels(deps.readLevels);
  /** The highest level of received sound in the last second; `null` when it is unknown. */
  let loudest: number | null = null;
  const scores = { sum: 0, count: 0 };
  const warnings = new Set<string>();
  let report: LegReport | null = null;
  let isTurnRequired = false;
  let connectedEdge: string | null = null;
  call.on("accept", () => {
    report ??= new LegReport(Date.now());
    connectedEdge = edge();
  });
  call.on("volume", (input: number, output: number) => {
    levels.setVolume(input, output);
    loudest = Math.max(loudest ?? 0, output);
  });
  call.on("sample", (sample: unknown) => {
    report?.addSample(sample);
    void usesRelay().then(
      (uses) => (isTurnRequired = uses),
      // The connection has ended meanwhile: the last value stays.
      () => undefined,
    );
    // The SDK scores packet loss. Silence loses no packets, so its score of 4.4 is not shown.
    const isQuiet = loudest !== null && isSilence(Math.max(loudest, levels.read().output));
    loudest = null;
    if (hasNoPackets(sample)) {
      onEvent({ type: "sampled", quality: null });
    } else if (hasScore(sample) && !isQuiet) {
      // The first samples have no round trip time yet, and therefore no score.
      scores.sum += readNumber(sample, "mos");
      scores.count += 1;
      onEvent({ type: "sampled", quality: parseQuality(sample, scores.sum / scores.count) });
    }
  });
  call.on("warning", (name: string) => {
    report?.addWarning(name, "");
    warnings.add(name);
    onEvent({ type: "warned", warnings: [...warnings] });
  });
  call.on("warning-cleared", (name: string) => {
    warnings.delete(name);
    onEvent({ type: "warned", warnings: [...warnings] });
  });
  return {
    finish() {
      const callSid = call.parameters["CallSid"] ?? null;
      const facts = { callSid, edge: connectedEdge, isTurnRequired };
      return report?.finish(Date.now(), facts) ?? null;
    },
    readLevels: () => levels.read(),
  };
}

function isClosed(call: Sdk.Call): boolean {
  return call.status() === "closed";
}

function readNumber(sample: unknown, key: string): number {
  const value: unknown =
    typeof sample === "object" && sample !== null ? Reflect.get(sample, key) : 0;
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

function hasNoPackets(sample: unknown): boolean {
  return (
    typeof sample === "object" && sample !== null && Reflect.get(sample, "packetsReceived") === 0
  );
}

function hasScore(sample: unknown): boolean {
  return readNumber(sample, "mos") > 0;
}

/**
 * Returns the quality. Its word reflects the whole call, so that it does not change each second.
 */
export function parseQuality(sample: unknown, averageMos: number): CallQuality {
  return {
    word: qualityWord(averageMos),
    mos: readNumber(sample, "mos"),
    jitterMs: readNumber(sample, "jitter"),
    roundTripMs: readNumber(sample, "rtt"),
    lossPercent: readNumber(sample, "packetsLostFraction"),
  };
}

export function parseSdkFailure(error: unknown): VoiceFailure {
  const code = readNumber(error, "code");
  return {
    code: code === 0 ? null : code,
    message: error instanceof Error ? error.message : String(error),
  };
}
