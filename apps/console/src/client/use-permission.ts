import { may, type Permission, type Station } from "@linedesk/contract";
import { useRootState } from "./ConsoleProvider.tsx";

/** The open station as its member sees it. */
export function useOpenStation(): Station | null {
  const open = useRootState((state) => state.calls.station);
  const stations = useRootState((state) => state.desk.stations);
  return stations.find((station) => station.id === open) ?? null;
}

/** What the role may do, in the tab that leads: the others only read [CN1]. */
export function usePermission(permission: Permission): boolean {
  const station = useOpenStation();
  const isReading = useRootState((state) => state.seats.tab === "following");
  return station !== null && !isReading && may(station.role, permission);
}
