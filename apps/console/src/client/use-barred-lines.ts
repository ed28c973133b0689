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
const both: ReadonlySet<DeviceLine> = new Set(lines);

export type BarredAt = (station: string) => ReadonlySet<DeviceLine>;

interface Desk {
  stations: readonly Station[];
  rules: Record<string, AirRules>;
  devices: Record<DeviceLine, LineDevice | undefined>;
}

/** Returns the lines that feed the air at each station; none until the station has reported them. */
export function createFedAt({ stations, rules, devices }: Desk): BarredAt {
  const fed = new Map<string, ReadonlySet<DeviceLine>>();
  for (const { id } of stations) {
    const known = rules[id];
    const isFed = (line: DeviceLine) => known !== undefined && feedsAir(line, devices[line], known);
    fed.set(id, new Set(lines.filter(isFed)));
  }
  return (station) => fed.get(station) ?? none;
}

/**
 * Bars the lines that feed the air if the role may not put calls to air. Bars both lines until the
 * station has reported which lines feed the air.
 */
export function createBarredAt(desk: Desk): BarredAt {
  const fedAt = createFedAt(desk);
  const roles = new Map(desk.stations.map(({ id, role }) => [id, role]));
  return (station) => {
    const role = roles.get(station);
    if (role === undefined || may(role, "air")) {
      return none;
    }
    return desk.rules[station] === undefined ? both : fedAt(station);
  };
}

export const useBarredAt = (): BarredAt => useLines(createBarredAt);

/** Returns the lines whose caller goes to air, as {@link createFedAt} finds them. */
export const useFedAt = (): BarredAt => useLines(createFedAt);

function useLines(create: (desk: Desk) => BarredAt): BarredAt {
  const stations = useRootState((state) => state.desk.stations);
  const rules = useRootState(selectAirRules);
  const devices = useLineDevices();
  return useMemo(() => create({ stations, rules, devices }), [create, stations, rules, devices]);
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
