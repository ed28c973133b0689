import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";

import {
  type DeviceLine,
  type DevicePreset,
  type LineDevice,
  type LineFeeds,
  listDevicePresets,
  may,
  stationInfo,
} from "@linedesk/contract";
import { useConsole } from "./ConsoleProvider.tsx";
import { useOpenStation } from "./use-permission.ts";

const lines = ["line1", "line2"] as const;
/** Who sets what feeds the air does it rarely, and the server refuses whoever is late. */
const ASK_EVERY_MS = 60_000;

const none: ReadonlySet<DeviceLine> = new Set();

interface Feeds {
  station: LineFeeds;
  presets: readonly Pick<DevicePreset, "id" | "line1" | "line2" | "feedsAir">[];
}

/** Whether the line feeds the air, as the server decides it: by preset, station and device. */
export function feedsAir(
  line: DeviceLine,
  device: LineDevice | undefined,
  { station, presets }: Feeds,
): boolean {
  const chosen = presets.find(({ id }) => id === device?.preset);
  const preset = chosen?.[line]?.id === device?.id ? chosen?.feedsAir[line] : null;
  return preset ?? station[line] ?? device?.type === "audio_server";
}

/** My lines that feed the air, where my role may not: nothing is drawn that takes a call there. */
export function useBarredLines(): ReadonlySet<DeviceLine> {
  const { http, carriers, storage } = useConsole();
  const open = useOpenStation();
  const station = open?.id ?? "";
  const isBarred = open !== null && !may(open.role, "air");
  const { data } = useQuery({
    queryKey: ["barred-lines", station],
    enabled: isBarred,
    refetchInterval: ASK_EVERY_MS,
    queryFn: async ({ signal }): Promise<Feeds> => {
      const [info, presets] = await Promise.all([
        http.call(stationInfo, { params: { id: station }, signal }),
        http.call(listDevicePresets, { query: { station }, signal }),
      ]);
      return { station: info.feedsAir, presets: presets.items };
    },
  });
  const devices = useSyncExternalStore(storage.onChange, () =>
    JSON.stringify(lines.map((line) => carriers.device(line) ?? null)),
  );
  return useMemo(() => {
    if (!isBarred || data === undefined) {
      return none;
    }
    const chosen = JSON.parse(devices) as (LineDevice | null)[];
    const feeding = lines.filter((line, at) => feedsAir(line, chosen[at] ?? undefined, data));
    return feeding.length === 0 ? none : new Set(feeding);
  }, [isBarred, data, devices]);
}
