import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo } from "react";
import { useTranslations } from "use-intl";

import { listStations, may, type Station } from "@linedesk/contract";
import { useConsole } from "../client/ConsoleProvider.tsx";
import { adminStationOpened, stationsLoaded } from "../client/store/desk-slice.ts";
import { adminWords } from "../features/admin/admin-words.ts";
import {
  AdminPage,
  type AdminSection,
  adminSections,
  type StationChoice,
} from "../features/admin/AdminPage.tsx";
import { type TableMemory, TableMemoryContext } from "../features/admin/table/use-table-layout.ts";
import { UnsavedFormsProvider } from "../features/admin/UnsavedFormsProvider.tsx";
import { useMayAddStation } from "../features/admin/use-station-details.ts";
import { type SettingsView, useSettings } from "../features/settings/use-settings.ts";
import { useTheme } from "../features/settings/use-theme.ts";
import { useStation, useStations } from "../features/station/use-station.ts";
import { LazyWords } from "../ui/LazyWords.tsx";
import { AdminCallers } from "./AdminCallers.tsx";
import { SessionPage } from "./SessionPage.tsx";
import { LoadingPage, NotFoundPage, StatusPage } from "./StatusPage.tsx";
import { useSession } from "./use-session.ts";
import { useStartConsole } from "./use-start-console.ts";

import styles from "../features/admin/Admin.module.css";

/** [AD113] Of `lines` or `flags/import`; none is the go/no-go board. */
function findSection(path: string): AdminSection | "newStation" | undefined {
  const [named = ""] = path.split("/");
  if (named === "newStation") {
    return named;
  }
  // The product's own address of the phone lines.
  const wanted = named === "phoneLines" ? "lines" : named;
  return wanted === "" ? "board" : adminSections.find((one) => one === wanted);
}

/** `/2zz/admin/lines`: the admin area of a station, with its words. */
export function AdminRoute() {
  return (
    <LazyWords words={adminWords}>
      <UnsavedFormsProvider>
        <AdminArea />
      </UnsavedFormsProvider>
    </LazyWords>
  );
}

function AdminArea() {
  useStartConsole();
  const t = useTranslations("admin");
  const { station: callSign, _splat: path = "" } = useParams({ from: "/$station/admin/$" });
  const session = useSession();
  const stations = useStations();
  const view = useStation(callSign);
  const navigate = useNavigate();
  const mine = useSettings();
  const { settings } = mine;
  useTheme(settings);
  const tables = useTableMemory(mine);
  const section = findSection(path);
  const title = view === null ? t("title") : `${t("title")} - ${view.station.name}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useAdminStation(view?.station.id ?? null);
  const choice = useStationChoice(stations ?? [], path);
  if (session.status !== "authenticated") {
    return <SessionPage session={session} />;
  }
  if (stations === null) {
    return <LoadingPage />;
  }
  if (view === null || section === undefined) {
    return <NotFoundPage home={() => void navigate({ to: "/" })} />;
  }
  const { station } = view;
  if (!may(station.role, "admin")) {
    return <StatusPage title={t("forbidden")} />;
  }
  const params = { station: callSign };
  return (
    <TableMemoryContext value={tables}>
      <AdminPage
        station={station}
        section={section}
        choice={choice}
        callers={<AdminCallers station={station} />}
        link={(to, words) =>
          to === "desk" ? (
            <Link to="/$station" params={params}>
              {words}
            </Link>
          ) : (
            <Link
              className={styles["link"]}
              to="/$station/admin/$"
              params={{ ...params, _splat: to }}
            >
              {words}
            </Link>
          )
        }
      />
    </TableMemoryContext>
  );
}

/** [AD111] How the person has arranged each table stands in their settings. */
function useTableMemory({ settings, change }: SettingsView): TableMemory {
  const layouts = settings.tableLayouts;
  return useMemo(
    () => ({
      layouts,
      save: (table, layout) => change({ setting: "TABLELAYOUT", value: [table, layout] }),
    }),
    [layouts, change],
  );
}

/** [AD2] Which station is administered stands in the client's state while its page is open. */
function useAdminStation(station: string | null): void {
  const { store } = useConsole();
  useEffect(() => {
    store.dispatch(adminStationOpened(station));
    return () => void store.dispatch(adminStationOpened(null));
  }, [store, station]);
}

/** [AD163] Another station is opened at the same section, and a new one at its telephony. */
function useStationChoice(stations: readonly Station[], path: string): StationChoice {
  const navigate = useNavigate();
  const { http, store } = useConsole();
  const mayAdd = useMayAddStation();
  const open = useCallback(
    (callSign: string, splat: string) =>
      void navigate({
        to: "/$station/admin/$",
        params: { station: callSign.toLowerCase(), _splat: splat },
      }),
    [navigate],
  );
  const made = useCallback(
    (callSign: string) =>
      void http
        .call(listStations, {})
        .then(
          ({ items }) => void store.dispatch(stationsLoaded(items)),
          // The server tells of it by another way, too [RL6].
          () => undefined,
        )
        .then(() => open(callSign, "telephony")),
    [http, store, open],
  );
  return {
    stations: stations.filter(({ role }) => may(role, "admin")),
    open: (callSign) => open(callSign, path === "newStation" ? "" : path),
    made: mayAdd ? made : null,
  };
}
