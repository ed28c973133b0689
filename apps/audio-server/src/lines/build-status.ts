import type { AudioServerStatus, CarriedQuality, DeviceLine } from "@linedesk/contract";
import { VERSION } from "../config/config-shape.ts";
import type { SlotState } from "../devices/device-slot.ts";
import type { LineState } from "../protocol/line-state.ts";
import type { Reception } from "../telephony/voice-line.ts";
import type { LineSound } from "./line-sound.ts";

export type StatusSound = Pick<LineSound, "readings" | "deviceReading" | "device">;

interface LineNow {
  line: DeviceLine;
  state: LineState;
  sound: StatusSound;
  quality: CarriedQuality | null;
  reception: Reception;
  uptimeS: number;
}

const MAX_DEVICE_TEXT = 200;

export function buildStatus(now: LineNow): AudioServerStatus {
  const { line, state, sound, quality, reception, uptimeS } = now;
  const { toStudio, fromStudio } = sound.readings;
  const carried = state.status === "idle" ? null : state;
  return {
    line,
    state: carried === null && sound.device.status === "lost" ? "fault" : state.status,
    version: VERSION,
    levels: { inputDb: fromStudio.peakDbfs, outputDb: toStudio.peakDbfs },
    user: carried?.user ?? null,
    request: carried?.requestId ?? null,
    muted: carried?.muted ?? false,
    quality,
    // The delays of both directions together: the jitter buffer, the queues to and from the sound
    // device, the device with its driver, and the round trip to the exchange.
    delayMs: Math.round(
      reception.bufferMs +
        toStudio.latencyMs +
        fromStudio.latencyMs +
        sound.deviceReading.latencyMs +
        (quality?.roundTripMs ?? 0),
    ),
    uptimeS,
    device: describeDevice(sound.device).slice(0, MAX_DEVICE_TEXT),
    fault: findFault(sound.device)?.slice(0, MAX_DEVICE_TEXT) ?? null,
  };
}

export function describeDevice(state: SlotState): string {
  switch (state.status) {
    case "opening":
      return "The sound device is being opened.";
    case "open":
      return state.description;
    case "lost":
      return state.reason;
  }
}

export function findFault(state: SlotState): string | null {
  switch (state.status) {
    case "opening":
      return null;
    case "open":
      return state.fault ?? null;
    case "lost":
      return state.reason;
  }
}
