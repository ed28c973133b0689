import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, useCallback, useEffect, useMemo } from "react";
import { useTranslations } from "use-intl";

import { listStations, may, type Station } from "@linedesk/contract";
import { useConsole } from "../client/ConsoleProvider.tsx";
import { adminStationOpened, stationsLoaded } from "../client/store/desk-slice.ts";
import { adminWords } from "../features/admin/admin-words.ts";
import { AdminPage } from "../features/admin/AdminPage.tsx";
import { NewStationCard } from "../features/admin/FirstStation.tsx";
import { ServerVersion } from "../features/admin/ServerVersion.tsx";
import { type TableMemory, TableMemoryContext } from "../features/admin/table/table-layout.ts";
import { UnsavedFormsProvider } from "../features/admin/UnsavedFormsProvider.tsx";
import { useMayAddStation } from "../features/admin/use-station-details.ts";
import { type SettingsView, useSettings } from "../features/settings/use-settings.ts";
import { useTheme } from "../features/settings/use-theme.ts";
import { useStation, useStations } from "../features/station/use-station.ts";
import { LazyWords } from "../ui/LazyWords.tsx";
import {
  type AdminSection,
  type AdminSectionProps,
  adminSections,
  newStation,
} from "./admin-sections.ts";
import { usePageTitle } from "./PageTitle.tsx";
import { PaletteTop } from "./PaletteTop.tsx";
import type { PanelDefinition } from "./panels.ts";
import type { AdminTopProps } from "./StationTop.tsx";
import { LoadingPage, NotFoundPage, StatusPage, SessionPage } from "./StatusPage.tsx";
import { useSession } from "./use-session.ts";
import { useStartConsole } from "./use-start-console.ts";

import styles from "../features/admin/Admin.module.css";

/**
 * Returns the section of a path such as `lines` or `flags/import`, or the first for an empty path.
 */
function findSection(path: string) {
  const [named = ""] = path.split("/");
  // The API names this section `phoneLines`.
  const wanted = named === "phoneLines" ? "lines" : named;
  const sections = [...adminSections, newStation];
  return wanted === "" ? sections[0] : sections.find(({ id }) => id === wanted);
}

interface AdminRouteProps {
  Top: ComponentType<AdminTopProps>;
  panels: readonly PanelDefinition[];
}

/** Shows `/2zz/admin/lines`: the admin area of a station. */
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
  usePageTitle(view === null ? t("title") : `${t("title")} - ${view.station.name}`);
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
  const sections = adminSections.filter(({ right }) => may(station.role, right));
  if (sections.length === 0 || ("right" in section && !may(station.role, section.right))) {
    return (
      <StatusPage title={t("forbidden")}>
        <AreaLink station={callSign} to="desk" words={t("desk")} />
      </StatusPage>
    );
  }
  const link: AdminSectionProps["link"] = (to, words) => (
    <AreaLink station={callSign} to={to} words={words} />
  );
  return (
    <TableMemoryContext value={tables}>
      <AdminPage
        sections={made === null ? sections : [...sections, newStation]}
        section={section}
        top={
          <PaletteTop
            Top={Top}
            view={view}
            section={section === newStation ? "" : path}
            mayAddStation={made !== null}
            panels={panels}
          />
        }
        help={<SectionHelp id={section === newStation ? "overview" : section.id} />}
        link={link}
        version={<ServerVersion />}
      >
        <SectionBody section={section} station={station} made={made} link={link} />
      </AdminPage>
    </TableMemoryContext>
  );
}

function SectionHelp({ id }: { id: string }) {
  const t = useTranslations("user");
  return (
    <Link to="/help/$" params={{ _splat: `admin/${id}` }}>
      {t("help")}
    </Link>
  );
}

interface SectionBodyProps {
  section: AdminSection | typeof newStation;
  station: Station;
  made: ((callSign: string) => void) | null;
  link: AdminSectionProps["link"];
}

function SectionBody({ section, station, made, link }: SectionBodyProps) {
  if ("Body" in section) {
    const { id, name, role } = station;
    return <section.Body station={id} name={name} role={role} link={link} />;
  }
  return made === null ? null : <NewStationCard made={made} />;
}

interface AreaLinkProps {
  station: string;
  /** The id of a section, `newStation` or `desk`. */
  to: string;
  words: ReactNode;
}

function AreaLink({ station, to, words }: AreaLinkProps) {
  const className = styles["link"];
  // Each section's address begins with the desk's address, so the link to the desk is current only
  // on an exact match.
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

/**
 * Returns a function that opens a new station at its telephony section; `null` when the role may
 * not add a station.
 */
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
          // The station list also arrives as an event, so a failed load needs no handling.
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
