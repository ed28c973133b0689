import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useCallback, useMemo } from "react";
import { Provider, useSelector } from "react-redux";

import { may, type Permission, type Station } from "@linedesk/contract";
import type { ConsoleContext } from "./console-context.ts";
import { panelChanged } from "./store/desk-slice.ts";
import { timelineRequested, prizesRequested, dialRequested } from "./store/seats-slice.ts";
import type { RootState } from "./store/store.ts";

const Context = createContext<ConsoleContext | null>(null);

export class MissingProviderError extends Error {
  override name = "MissingProviderError";
  readonly code = "missing_provider";
}

interface ConsoleProviderProps {
  context: ConsoleContext;
  queries: QueryClient;
  children: ReactNode;
}

/** Provides the console's one context to the screens; the context lives as long as the page. */
export function ConsoleProvider({ context, queries, children }: ConsoleProviderProps) {
  return (
    <Context.Provider value={context}>
      <Provider store={context.store}>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </Provider>
    </Context.Provider>
  );
}

export function createQueries(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 10_000 } } });
}

export function useConsole(): ConsoleContext {
  const context = useContext(Context);
  if (context === null) {
    throw new MissingProviderError("useConsole needs a ConsoleProvider above it");
  }
  return context;
}

export function useRootState<T>(select: (state: RootState) => T): T {
  return useSelector(select);
}

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

export function usePermissionAt(station: string | null, permission: Permission): boolean {
  return usePermittedAt(permission)(station ?? "");
}

/**
 * Returns a function that checks a right of the role at a station. A following tab has no rights.
 */
export function useRightsAt(station: string | null): (permission: Permission) => boolean {
  const role = useRootState((state) => state.desk.stations.find(({ id }) => id === station)?.role);
  const isReading = useRootState((state) => state.seats.tab === "following");
  return useCallback(
    (permission) => role !== undefined && !isReading && may(role, permission),
    [role, isReading],
  );
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

/** Returns true if the role has the permission and this tab leads; other tabs are read-only. */
export function usePermission(permission: Permission): boolean {
  const station = useOpenStation();
  const isReading = useRootState((state) => state.seats.tab === "following");
  return station !== null && !isReading && may(station.role, permission);
}

export function useOpenTimeline(): (call: string) => void {
  const { store } = useConsole();
  return useCallback((call) => void store.dispatch(timelineRequested(call)), [store]);
}

export function useOpenPrizes(): (call: string) => void {
  const { store } = useConsole();
  return useCallback(
    (call) => {
      store.dispatch(panelChanged({ type: "opened", call }));
      store.dispatch(prizesRequested());
    },
    [store],
  );
}

/**
 * Opens the dial panel with a number. `display` is shown in place of a number that the person may
 * not see.
 */
export type OpenDial = (number: string, display: string) => void;

/**
 * Returns a function that opens the dial panel with a shown number; `null` if the role may not
 * dial.
 */
export function useOpenDial(): OpenDial | null {
  const { desk, store } = useConsole();
  const { dialler } = desk;
  const mayDial = usePermission("dial");
  return useMemo(
    () =>
      mayDial
        ? (number, display) => {
            dialler.type(display, number);
            store.dispatch(dialRequested());
          }
        : null,
    [dialler, store, mayDial],
  );
}
