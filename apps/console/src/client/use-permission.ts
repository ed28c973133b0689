import { useCallback } from "react";

import { may, type Permission, type Station } from "@linedesk/contract";
import { useRootState } from "./ConsoleProvider.tsx";

export function useOpenStation(): Station | null {
  const open = useRootState((state) => state.calls.station);
  const stations = useRootState((state) => state.desk.stations);
  return stations.find((station) => station.id === open) ?? null;
}

export function useStationById(id: string): Station | null {
  const stations = useRootState((state) => state.desk.stations);
  return stations.find((station) => station.id === id) ?? null;
}

export function useOtherStation(id: string): string | null {
  const open = useRootState((state) => state.calls.station);
  const stations = useRootState((state) => state.desk.stations);
  return id === open ? null : (stations.find((one) => one.id === id)?.callSign ?? null);
}

/** What I may do at one of my stations, in the tab that leads: my role there decides. */
export function usePermissionAt(station: string | null, permission: Permission): boolean {
  return usePermittedAt(permission)(station ?? "");
}

export function usePermittedAt(permission: Permission): (station: string) => boolean {
  const stations = useRootState((state) => state.desk.stations);
  const isReading = useRootState((state) => state.seats.tab === "following");
  return useCallback(
    (station) => {
      const role = stations.find(({ id }) => id === station)?.role;
      return role !== undefined && !isReading && may(role, permission);
    },
    [stations, isReading, permission],
  );
}

/** What the role may do, in the tab that leads: the others only read. */
export function usePermission(permission: Permission): boolean {
  const station = useOpenStation();
  const isReading = useRootState((state) => state.seats.tab === "following");
  return station !== null && !isReading && may(station.role, permission);
}
