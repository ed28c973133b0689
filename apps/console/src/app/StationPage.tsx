import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { useTranslations } from "use-intl";

import type { CallerCard } from "../client/caller-card.ts";
import { useRootState } from "../client/ConsoleProvider.tsx";
import { selectCall, selectWaiting } from "../client/store/select-calls.ts";
import { useFeedsAir } from "../client/use-barred-lines.ts";
import { useLivePeople } from "../client/use-live-people.ts";
import { useHistoryCommand } from "../features/caller/use-history-command.ts";
import type { QueueFilter } from "../features/queue/queue-filter.ts";
import { useSettings } from "../features/settings/use-settings.ts";
import { BottomBar } from "../features/station/BottomBar.tsx";
import { useDesk } from "../features/station/use-desk.ts";
import type { StationView } from "../features/station/use-station.ts";
import { useShortcuts, useSingleKeys } from "../ui/keys/KeyboardProvider.tsx";
import { useRegionCommands } from "../ui/keys/use-region-commands.ts";
import { withWords } from "../ui/LazyWords.tsx";
import { type DeskSize, useDeskSize } from "../ui/use-desk-size.ts";
import { useMedia } from "../ui/use-media.ts";
import { preloadPopups } from "../ui/use-popups.ts";
import { ConsoleFrame } from "./ConsoleFrame.tsx";
import { usePageTitle } from "./PageTitle.tsx";
import { PanelBoundary } from "./PanelHost.tsx";
import { CHAT_PANEL, type PanelWays, preloadPalette } from "./panels.ts";
import { findSideOpen } from "./shown-panel.ts";
import { isSidebarOpen, toggleSidebar, type Sidebar } from "./sidebar.ts";
import { SideColumn } from "./SideColumn.tsx";
import { withCallerCard } from "./station-search.ts";
import { StationCaller } from "./StationCaller.tsx";
import { StationFlags, useOpenedFlags } from "./StationFlags.tsx";
import { StationLines } from "./StationLines.tsx";
import { StationOverlays, StationStrip, useShortcutSheet } from "./StationOverlays.tsx";
import { StationQueue } from "./StationQueue.tsx";
import { StationTop } from "./StationTop.tsx";
import { useCardOpenings, useClosePanels, usePanels, type StationPanel } from "./use-panels.ts";
import { type ShownCaller, useShownCaller, useShownId } from "./use-shown-caller.ts";

interface StationPageProps {
  station: StationView;
  filter: QueueFilter;
  setFilter: (filter: QueueFilter) => void;
  hrefOf: (callSign: string) => string;
  follow: (href: string) => void;
}

export function StationPage({ station, filter, setFilter, hrefOf, follow }: StationPageProps) {
  const app = useTranslations("app");
  usePageTitle(app("title", { station: station.station.callSign }));
  const sheet = useShortcutSheet();
  const size = useDeskSize();
  const panels = usePanels(station.station.role, size !== "wide");
  useCardOpenings(panels);
  const side = useSide(size);
  const { open: callerOpen } = side;
  const [card, showCard] = useCallerCard();
  const topPanels = useTopPanels(panels);
  const openKeypad = useOpening(panels, "keypad");
  const openConference = useOpening(panels, "conference");
  const openDial = useOpening(panels, "dial");
  usePageKeys();
  useHistoryCommand(side.openCaller);
  const [openedFlags, openFlags, closeFlags] = useOpenedFlags();
  const shown = useShownCaller(side.openCaller, openFlags, useWaits(size));
  const ways = usePanelWays(shown, card, showCard);
  return (
    <>
      <ConsoleFrame
        mainLabel={app("main")}
        top={
          <StationTop
            {...{ station, hrefOf, follow }}
            panels={topPanels}
            openShortcuts={sheet.open}
          />
        }
        strip={<StationStrip telephony={station.telephony} />}
        lines={<StationLines openKeypad={openKeypad} openConference={openConference} />}
        queue={<StationQueue {...{ station, shown, filter, setFilter, openFlags }} />}
        size={size}
        sideOpen={findSideOpen(panels, callerOpen)}
        side={
          <SideColumn
            panels={panels}
            size={size}
            ways={ways}
            openCallerPanel={side.openCaller}
            close={side.close}
            callerName={<ShownName />}
            waiting={<WaitingCount />}
            caller={callerOpen ? <StationCaller {...{ shown, showCard, openDial }} /> : null}
          />
        }
        bottom={<StationBottom panels={panels} side={side} size={size} />}
      />
      <PanelBoundary>
        <StationFlags opened={openedFlags} close={closeFlags} />
      </PanelBoundary>
      <StationOverlays sheet={sheet} />
      <LivePeople />
    </>
  );
}

/** Returns whether the caller's panel is open, and the ways to open and close it. */
function useSide(size: DeskSize) {
  const [sidebar, setSidebar] = useState<Sidebar>("auto");
  const closePanels = useClosePanels();
  const wide = size === "wide";
  const open = isSidebarOpen(sidebar, wide);
  return useMemo(
    () => ({
      open,
      toggle: () => setSidebar(toggleSidebar(sidebar, wide)),
      openCaller: () => {
        setSidebar((before) => (isSidebarOpen(before, wide) ? before : "open"));
        if (!wide) {
          closePanels();
        }
      },
      close: () => {
        setSidebar("closed");
        closePanels();
      },
    }),
    [open, sidebar, wide, closePanels],
  );
}

/** Returns true on a phone, and on a touch screen whose caller's panel would cover the queue. */
function useWaits(size: DeskSize): boolean {
  const isTouch = useMedia("(pointer: coarse)");
  return size === "small" || (size === "middle" && isTouch);
}

function ShownName() {
  const id = useShownId();
  return useRootState((state) => {
    const caller = id === null ? null : (selectCall(state, id)?.caller ?? null);
    return caller?.name ?? caller?.numberDisplay ?? "";
  });
}

function WaitingCount() {
  return useRootState((state) => selectWaiting(state).count);
}

/** Loads the people here, because otherwise each call that ends would redraw the whole page. */
function LivePeople() {
  useLivePeople();
  return null;
}

function usePageKeys(): void {
  useRegionCommands();
  useEffect(() => {
    preloadPalette();
    void preloadPopups();
  }, []);
  const { settings } = useSettings();
  useSingleKeys(settings.singleKeys);
  useShortcuts(settings.shortcuts);
}

function useCallerCard(): [CallerCard | null, (card: CallerCard | null) => void] {
  const { caller, at } = useSearch({ from: "/$station" });
  const navigate = useNavigate({ from: "/$station" });
  const open = useRootState((state) => state.calls.station);
  const stations = useRootState((state) => state.desk.stations);
  const named = stations.find(({ callSign }) => callSign.toLowerCase() === at);
  const station = at === undefined ? open : (named?.id ?? null);
  const card = useMemo(
    () => (station === null || caller === undefined ? null : { station, caller }),
    [station, caller],
  );
  const show = useCallback(
    (wanted: CallerCard | null) => {
      const sign = stations.find(({ id }) => id === wanted?.station)?.callSign.toLowerCase();
      const elsewhere = wanted === null || wanted.station === open ? undefined : sign;
      void navigate({
        search: (before) => withCallerCard(before, wanted?.caller ?? null, elsewhere),
        replace: true,
      });
    },
    [navigate, stations, open],
  );
  return [card, show];
}

function usePanelWays(
  { open, rowRequest }: ShownCaller,
  card: CallerCard | null,
  showCard: PanelWays["showCard"],
): PanelWays {
  return useMemo(
    () => ({
      openCaller: (id) => {
        open(id, "panel");
        rowRequest.set(id);
      },
      card,
      showCard,
    }),
    [open, rowRequest, card, showCard],
  );
}

function useOpening(all: readonly StationPanel[], id: string): () => void {
  const open = all.find((panel) => panel.id === id)?.open;
  return useCallback(() => {
    open?.();
    // An open card may be above or below the visible part of the column.
    document.querySelector(`[data-region="${id}"]`)?.scrollIntoView({ block: "start" });
  }, [open, id]);
}

/** Returns the panels of the top bar: the palette, and the settings in the person's menu. */
function useTopPanels(all: readonly StationPanel[]): readonly StationPanel[] {
  const palette = all.find(({ inTopBar }) => inTopBar === true);
  const settings = all.find(({ id }) => id === "settings");
  return useMemo(() => [palette ?? [], settings ?? []].flat(), [palette, settings]);
}

const AirBar = lazy(async () => {
  const words = await import("../features/lines/air-messages.ts");
  const loaded = await import("../features/lines/AirBar.tsx");
  return { default: withWords(loaded.AirBar, { air: words.airMessages }) };
});

interface StationBottomProps {
  panels: readonly StationPanel[];
  side: { open: boolean; toggle: () => void };
  size: DeskSize;
}

function StationBottom({ panels, side, size }: StationBottomProps) {
  const { takeNext } = useDesk();
  const buttons = useMemo(() => panels.filter(({ ofCall }) => ofCall !== true), [panels]);
  const count = useRootState((state) => state.desk.msg_unread);
  const t = useTranslations("panels");
  const label = t("unread", { label: t("chat"), count: String(count) });
  const counted = useMemo(() => ({ id: CHAT_PANEL, count, label }), [count, label]);
  const open = useRootState((state) => state.calls.station);
  const feeds = [useFeedsAir("line1", open), useFeedsAir("line2", open)];
  // The buttons work without the server, so the desk loads them before anybody is on air.
  const air = feeds.includes(true) ? (
    <Suspense>
      <AirBar />
    </Suspense>
  ) : null;
  return <BottomBar {...{ takeNext, air, side, counted, size }} panels={buttons} />;
}
