import type { DeviceLine } from "@linedesk/contract";
import type { BrowserStorage } from "../lib/browser-storage.ts";
import type { HttpClient } from "../lib/http-client.ts";
import type { PageTimers } from "../lib/page-timers.ts";
import type { AudioDevices } from "./audio/audio-devices.ts";
import type { DeskMicrophone } from "./audio/desk-microphone.ts";
import type { CallCommands } from "./desk/actions/call-commands.ts";
import type { DeskSoftphones } from "./desk/claims/desk-softphones.ts";
import { replaceLostDevices } from "./desk/claims/device-fallback.ts";
import { followLegs } from "./desk/claims/follow-legs.ts";
import { followProcessing } from "./desk/claims/follow-processing.ts";
import { keepMicrophoneOpen } from "./desk/claims/keep-microphone-open.ts";
import { startLineExclusion } from "./desk/claims/line-exclusion.ts";
import { recoverLines } from "./desk/claims/recover-lines.ts";
import { resumeLostLines } from "./desk/claims/resume-lost-lines.ts";
import { endNotices } from "./desk/requests/end-notices.ts";
import { registerRungLine } from "./desk/ringing/choose-rung-line.ts";
import { showOfferedCaller } from "./desk/ringing/show-offered-caller.ts";
import { type AlertsOptions, startAlerts } from "./desk/ringing/start-alerts.ts";
import { watchOffers } from "./desk/ringing/watch-offers.ts";
import { holdWakeLock } from "./desk/seat/hold-wake-lock.ts";
import { startSilenceMonitor } from "./desk/seat/silence-monitor.ts";
import type { Store } from "./store/store.ts";

interface FollowedDesk {
  store: Store;
  http: HttpClient;
  softphones: DeskSoftphones;
  actions: CallCommands;
  storage: BrowserStorage;
  audioDevices: AudioDevices;
  schedule: PageTimers["schedule"];
  chooseDevice: (station: string, kind: DeviceKind, device: string) => void;
  feedsAir: (line: DeviceLine, station: string) => boolean;
  log: (error: unknown) => void;
}

type DeviceKind = "input" | "output" | "ringer";

interface Surroundings {
  page: Window;
  microphone: DeskMicrophone;
  alerts: AlertsOptions;
}

/**
 * Starts everything that reacts to changes of calls and devices; returns one function for each of
 * these parts, which stops the part.
 */
export function startFollowers(
  desk: FollowedDesk,
  { page, microphone, alerts }: Surroundings,
): (() => void)[] {
  const { store, softphones, storage, schedule } = desk;
  return [
    startAlerts(alerts),
    keepMicrophoneOpen({
      store,
      microphone,
      usesDefault: (station) => storage.inputDevice(station) === "default",
      schedule,
    }),
    watchOffers(store),
    startWatchTaken(store),
    showOfferedCaller(store),
    followLegs({ store, softphones }),
    startLineExclusion(desk),
    registerRungLine({ store, softphones }),
    recoverLines({ store, softphones }),
    resumeLostLines(desk),
    replaceLostDevices({
      store,
      devices: desk.audioDevices,
      chosen: (station, kind) => storage[`${kind}Device`](station),
      choose: (station, kind, device) => desk.chooseDevice(station, kind, device),
    }),
    holdWakeLock({ store, wakeLock: page.navigator.wakeLock, document: page.document }),
    startSilenceMonitor(desk),
    endNotices(desk),
    followProcessing({ ...desk, microphone }),
  ];
}

/** Loads the code after the first load, because a caller is seldom taken over. */
function startWatchTaken(store: Store): () => void {
  const loaded = import("./desk/ringing/watch-taken.ts").then(
    ({ watchTaken }) => watchTaken(store),
    () => () => undefined,
  );
  return () => void loaded.then((stop) => stop());
}
