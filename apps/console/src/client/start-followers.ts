import type { BrowserStorage } from "../lib/browser-storage.ts";
import type { PageTimers } from "../lib/page-timers.ts";
import type { AudioDevices } from "./audio/audio-devices.ts";
import type { DeskMicrophone } from "./audio/desk-microphone.ts";
import { followRungLine } from "./desk/choose-rung-line.ts";
import type { DeskActions } from "./desk/desk-actions.ts";
import type { DeskSoftphones } from "./desk/desk-softphones.ts";
import { followLostDevices } from "./desk/device-fallback.ts";
import { followLegs } from "./desk/follow-legs.ts";
import { holdMicrophone } from "./desk/hold-microphone.ts";
import { keepAwake } from "./desk/keep-awake.ts";
import { startLineExclusion } from "./desk/line-exclusion.ts";
import { showOfferedCaller } from "./desk/show-offered-caller.ts";
import { startSilenceMonitor } from "./desk/silence-monitor.ts";
import { type AlertsOptions, startAlerts } from "./desk/start-alerts.ts";
import { watchOffers } from "./desk/watch-offers.ts";
import type { Store } from "./store/store.ts";

interface FollowedDesk {
  store: Store;
  softphones: DeskSoftphones;
  actions: DeskActions;
  storage: BrowserStorage;
  audioDevices: AudioDevices;
  schedule: PageTimers["schedule"];
  chooseDevice: (station: string, kind: DeviceKind, device: string) => void;
}

type DeviceKind = "input" | "output" | "ringer";

interface Surroundings {
  page: Window;
  microphone: DeskMicrophone;
  alerts: AlertsOptions;
}

/** Starts everything that reacts to changes of calls and devices; returns how to stop each. */
export function startFollowers(
  desk: FollowedDesk,
  { page, microphone, alerts }: Surroundings,
): (() => void)[] {
  const { store, softphones, storage, schedule } = desk;
  return [
    startAlerts(alerts),
    holdMicrophone({
      store,
      microphone,
      usesDefault: (station) => storage.inputDevice(station) === "default",
      schedule,
    }),
    watchOffers(store),
    showOfferedCaller(store),
    followLegs({ store, softphones }),
    startLineExclusion(desk),
    followRungLine({ store, softphones }),
    followLostDevices({
      store,
      devices: desk.audioDevices,
      chosen: (station, kind) => storage[`${kind}Device`](station),
      choose: (station, kind, device) => desk.chooseDevice(station, kind, device),
    }),
    keepAwake({ store, wakeLock: page.navigator.wakeLock, document: page.document }),
    startSilenceMonitor(desk),
  ];
}
