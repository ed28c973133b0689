import { VERSION } from "../config/config-shape.ts";
import { describeDevice, findFault } from "../lines/build-status.ts";
import type { DirectionReading } from "../lines/line-sound.ts";
import type { AudioServer } from "../server/audio-server.ts";
import type { Fault, RecentFaults } from "../server/recent-faults.ts";
import type { Reception } from "../telephony/voice-line.ts";

export interface LineReport {
  name: string;
  state: string;
  isOnChannel: boolean;
  device: string;
  isDeviceOpen: boolean;
  fault: string | null;
  xruns: number;
  reception: Reception;
  toStudio: DirectionReading;
  fromStudio: DirectionReading;
}

export interface ServerReport {
  version: string;
  id: string | null;
  uptimeS: number;
  hub: string;
  lines: LineReport[];
  faults: readonly Fault[];
  faultsTotal: number;
}

interface ReportDeps {
  server: AudioServer | null;
  id: string | null;
  uptimeS: number;
  faults: RecentFaults;
}

export function buildReport({ server, id, uptimeS, faults }: ReportDeps): ServerReport {
  return {
    version: VERSION,
    id,
    uptimeS,
    hub: server?.hubState ?? "unavailable",
    lines: (server?.lines ?? []).map(({ name, line, sound }) => ({
      name,
      state: line.state.status,
      isOnChannel: line.isSubscribed,
      device: describeDevice(sound.device),
      fault: findFault(sound.device),
      isDeviceOpen: sound.device.status === "open",
      xruns: sound.deviceReading.xruns,
      reception: line.reception,
      ...sound.readings,
    })),
    faults: faults.list,
    faultsTotal: faults.total,
  };
}
