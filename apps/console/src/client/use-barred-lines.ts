import { useMemo, useSyncExternalStore } from "react";

import {
  type AirRules,
  type DeviceLine,
  feedsAir,
  type LineDevice,
  may,
  type Station,
} from "@linedesk/contract";
import { useConsole, useRootState } from "./ConsoleProvider.tsx";
import { selectAirRules } from "./store/select-air-rules.ts";

const lines = ["line1", "line2"] as const;

const none: ReadonlySet<DeviceLine> = new Set();

export type BarredAt = (station: string) => ReadonlySet<DeviceLine>;

interface Desk {
  stations: readonly Station[];
  rules: Record<string, AirRules>;
  devices: Record<DeviceLine, LineDevice | undefined>;
}

/**
 * Bars the lines that feed the air where the role may not put calls to air; bars both lines until
 * the station has reported which of them do.
 */
export function createBarredAt({ stations, rules, devices }: Desk): BarredAt {
  const barred = new Map<string, ReadonlySet<DeviceLine>>();
  for (const { id, role } of stations) {
    const known = rules[id];
    const feeding = lines.filter(
      (line) => known === undefined || feedsAir(line, devices[line], known),
    );
    barred.set(id, may(role, "air") || feeding.length === 0 ? none : new Set(feeding));
  }
  return (station) => barred.get(station) ?? none;
}

export function useBarredAt(): BarredAt {
  const stations = useRootState((state) => state.desk.stations);
  const rules = useRootState(selectAirRules);
  const devices = useLineDevices();
  return useMemo(() => createBarredAt({ stations, rules, devices }), [stations, rules, devices]);
}

function useLineDevices(): Desk["devices"] {
  const { carriers } = useConsole().voice;
  const chosen = useSyncExternalStore(carriers.onChange, () =>
    JSON.stringify(lines.map((line) => carriers.device(line) ?? null)),
  );
  return useMemo(() => {
    const [line1, line2] = JSON.parse(chosen) as (LineDevice | null)[];
    return { line1: line1 ?? undefined, line2: line2 ?? undefined };
  }, [chosen]);
}

/** Returns true when the seat's line puts the calls of the station to air. */
export function useFeedsAir(line: DeviceLine, station: string | null): boolean {
  const devices = useLineDevices();
  const rules = useRootState((state) => selectAirRules(state)[station ?? ""]);
  return rules !== undefined && feedsAir(line, devices[line], rules);
}

export function useBarredLines(): ReadonlySet<DeviceLine> {
  const open = useRootState((state) => state.calls.station);
  return useBarredAt()(open ?? "");
}
