import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, useCallback, useEffect, useMemo } from "react";
import { useTranslations } from "use-intl";

import { listStations, may } from "@linedesk/contract";
import { useConsole } from "../client/ConsoleProvider.tsx";
import { adminStationOpened, stationsLoaded } from "../client/store/desk-slice.ts";
import { adminWords } from "../features/admin/admin-words.ts";
import {
  type AdminElsewhere,
  AdminPage,
  type AdminSection,
  adminSections,
} from "../features/admin/AdminPage.tsx";
import { type TableMemory, TableMemoryContext } from "../features/admin/table/table-layout.ts";
import { UnsavedFormsProvider } from "../features/admin/UnsavedFormsProvider.tsx";
import { useMayAddStation } from "../features/admin/use-station-details.ts";
import { type SettingsView, useSettings } from "../features/settings/use-settings.ts";
import { useTheme } from "../features/settings/use-theme.ts";
import { useStation, useStations } from "../features/station/use-station.ts";
import { LazyWords } from "../ui/LazyWords.tsx";
import { AdminCallers } from "./AdminCallers.tsx";
import { usePageTitle } from "./PageTitle.tsx";
import { PaletteTop } from "./PaletteTop.tsx";
import type { PanelDefinition } from "./panels.ts";
import type { AdminTopProps } from "./StationTop.tsx";
import { LoadingPage, NotFoundPage, StatusPage, SessionPage } from "./StatusPage.tsx";
import { useSession } from "./use-session.ts";
import { useStartConsole } from "./use-start-console.ts";

import styles from "../features/admin/Admin.module.css";

/** Of `lines` or `flags/import`; none is the go/no-go board. */
function findSection(path: string): AdminSection | "newStation" | undefined {
  const [named = ""] = path.split("/");
  if (named === "newStation") {
    return named;
  }
  // The product's own address of the phone lines.
  const wanted = named === "phoneLines" ? "lines" : named;
  return wanted === "" ? "board" : adminSections.find((one) => one === wanted);
}

interface AdminRouteProps {
  Top: ComponentType<AdminTopProps>;
  panels: readonly PanelDefinition[];
}

/** `/2zz/admin/lines`: the admin area of a station, with its words. */
export function AdminRoute(props: AdminRouteProps) {
  return (
    <LazyWords words={adminWords}>
      <UnsavedFormsProvider>
        <AdminArea {...props} />
      </UnsavedFormsProvider>
    </LazyWords>
  );
}

function AdminArea({ Top, panels }: AdminRouteProps) {
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
  usePageTitle(title);
  useAdminStation(view?.station.id ?? null);
  const made = useStationMade();
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
    return (
      <StatusPage title={t("forbidden")}>
        <AreaLink station={callSign} to="desk" words={t("desk")} />
      </StatusPage>
    );
  }
  return (
    <TableMemoryContext value={tables}>
      <AdminPage
        station={station}
        section={section}
        top={
          <PaletteTop
            Top={Top}
            view={view}
            section={section === "newStation" ? "" : path}
            mayAddStation={made !== null}
            panels={panels}
          />
        }
        made={made}
        callers={<AdminCallers station={station} />}
        link={(to, words) => <AreaLink station={callSign} to={to} words={words} />}
      />
    </TableMemoryContext>
  );
}

interface AreaLinkProps {
  station: string;
  to: AdminSection | AdminElsewhere;
  words: ReactNode;
}

function AreaLink({ station, to, words }: AreaLinkProps) {
  const className = styles["link"];
  // The desk's address begins those of all sections: it is the current page only by itself.
  return to === "desk" ? (
    <Link className={className} to="/$station" params={{ station }} activeOptions={{ exact: true }}>
      {words}
    </Link>
  ) : (
    <Link className={className} to="/$station/admin/$" params={{ station, _splat: to }}>
      {words}
    </Link>
  );
}

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

function useAdminStation(station: string | null): void {
  const { store } = useConsole();
  useEffect(() => {
    store.dispatch(adminStationOpened(station));
    return () => void store.dispatch(adminStationOpened(null));
  }, [store, station]);
}

/** A new station is opened at its telephony; null for who may add none. */
function useStationMade(): ((callSign: string) => void) | null {
  const navigate = useNavigate();
  const { http, store } = useConsole();
  const mayAdd = useMayAddStation();
  const made = useCallback(
    (callSign: string) =>
      void http
        .call(listStations, {})
        .then(
          ({ items }) => void store.dispatch(stationsLoaded(items)),
          // The server tells of it by another way, too.
          () => undefined,
        )
        .then(
          () =>
            void navigate({
              to: "/$station/admin/$",
              params: { station: callSign.toLowerCase(), _splat: "telephony" },
            }),
        ),
    [http, store, navigate],
  );
  return mayAdd ? made : null;
}
