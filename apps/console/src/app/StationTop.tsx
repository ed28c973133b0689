import { useNavigate, useRouter } from "@tanstack/react-router";
import { lazy, memo, Suspense } from "react";

import { may, type Station } from "@linedesk/contract";
import { useRootState } from "../client/ConsoleProvider.tsx";
import { selectWaiting } from "../client/store/select-calls.ts";
import { useConnection } from "../features/connection/choose-strip.ts";
import { useSeats } from "../features/seats/seat-view.ts";
import { useSettings } from "../features/settings/use-settings.ts";
import { UserMenu } from "../features/settings/UserMenu.tsx";
import { type PanelButton, toPanelEntry, TopPanels } from "../features/station/PanelButtons.tsx";
import { TopBar, WaitingFigures } from "../features/station/TopBar.tsx";
import { useCallersOnLines } from "../features/station/use-callers-on-lines.ts";
import type { StationView } from "../features/station/use-station.ts";
import { PanelBoundary } from "./PanelHost.tsx";
import { StationOverlays, StationStrip, useShortcutSheet } from "./StationOverlays.tsx";
import { useSession } from "./use-session.ts";

/** Loads after the first paint. */
const SeatStrip = lazy(async () => ({
  default: (await import("../features/seats/SeatStrip.tsx")).SeatStrip,
}));

const StationLooks = lazy(async () => {
  const loaded = await import("./StationLooks.tsx");
  return { default: loaded.StationLooks };
});

const StationCutOffs = lazy(async () => {
  const loaded = await import("./StationCutOffs.tsx");
  return { default: loaded.StationCutOffs };
});

interface StationTopProps {
  station: StationView;
  hrefOf: (callSign: string) => string;
  follow: (href: string) => void;
  openShortcuts: () => void;
  panels: readonly PanelButton[];
  /** Is false in the admin area, whose menu does not link to itself. */
  leadsToAdmin?: false;
}

export const StationTop = memo((props: StationTopProps) => {
  const { station, hrefOf, follow, openShortcuts, panels, leadsToAdmin = true } = props;
  const session = useSession();
  const navigate = useNavigate();
  const settings = useSettings();
  const connection = useConnection();
  const callers = useCallersOnLines();
  return (
    <TopBar
      station={station}
      figures={<StationFigures />}
      connection={connection}
      hrefOf={hrefOf}
      follow={follow}
      mark={
        <Suspense fallback={null}>
          <StationLooks part="mark" />
        </Suspense>
      }
      playing={
        <Suspense fallback={null}>
          <StationLooks part="playing" />
        </Suspense>
      }
      seats={<StationSeats />}
      panels={
        <>
          <Suspense fallback={null}>
            <StationLooks part="update" />
          </Suspense>
          <TopPanels panels={panels} />
        </>
      }
      user={
        session.status === "authenticated" ? (
          <UserMenu
            name={session.user.name}
            memberRole={station.station.role}
            settings={settings}
            panels={panels.filter(({ id }) => id === "settings").map(toPanelEntry)}
            openShortcuts={openShortcuts}
            openHelp={(page) => void navigate({ to: "/help/$", params: { _splat: page } })}
            callers={callers}
            signOut={session.signOut}
            admin={
              leadsToAdmin && may(station.station.role, "admin")
                ? { href: `${hrefOf(station.station.callSign)}/admin/station`, follow }
                : null
            }
          />
        ) : null
      }
    />
  );
});

function StationSeats() {
  const seats = useSeats();
  return (
    <>
      <Suspense fallback={null}>
        <StationLooks part="contest" />
      </Suspense>
      <Suspense>
        <SeatStrip seats={seats} />
      </Suspense>
    </>
  );
}

function StationFigures() {
  const { count, longestSince } = useRootState(selectWaiting);
  const hasCutOffs = useRootState((state) => state.calls.cutOffsAt > 0);
  return (
    <>
      <WaitingFigures waiting={count} longestWaitSince={longestSince} />
      {hasCutOffs ? (
        <Suspense fallback={null}>
          <StationCutOffs part="count" />
        </Suspense>
      ) : null}
    </>
  );
}

export interface AdminTopProps {
  view: StationView;
  section: string;
  panels: readonly PanelButton[];
}

/** Shows the desk's bar above the admin area, so that admins notice waiting callers too. */
export function AdminTop({ view, section, panels }: AdminTopProps) {
  const router = useRouter();
  const sheet = useShortcutSheet();
  function buildHref(callSign: string): string {
    const params = { station: callSign.toLowerCase() };
    const mine = view.stations.find((one: Station) => one.callSign === callSign);
    return mine !== undefined && may(mine.role, "admin")
      ? router.buildLocation({ to: "/$station/admin/$", params: { ...params, _splat: section } })
          .href
      : router.buildLocation({ to: "/$station", params }).href;
  }
  return (
    <>
      <PanelBoundary>
        <StationTop
          station={view}
          hrefOf={buildHref}
          follow={(href) => router.history.push(href)}
          openShortcuts={sheet.open}
          panels={panels}
          leadsToAdmin={false}
        />
      </PanelBoundary>
      <PanelBoundary>
        <StationStrip telephony={view.telephony} />
      </PanelBoundary>
      <StationOverlays sheet={sheet} />
    </>
  );
}
