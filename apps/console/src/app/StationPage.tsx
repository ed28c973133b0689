import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslations } from "use-intl";

import type { CallerCard } from "../client/caller-card.ts";
import { useConsole, useRootState } from "../client/ConsoleProvider.tsx";
import { useLivePeople } from "../client/use-live-people.ts";
import { usePermission, usePermissionAt } from "../client/use-permission.ts";
import { CallerPanel } from "../features/caller/CallerPanel.tsx";
import { useCaller } from "../features/caller/use-caller.ts";
import { useHistoryCommand } from "../features/caller/use-history-command.ts";
import type { QueueFilter } from "../features/queue/queue-filter.ts";
import { useSettings } from "../features/settings/use-settings.ts";
import { BottomBar } from "../features/station/BottomBar.tsx";
import { useDesk } from "../features/station/use-desk.ts";
import type { StationView } from "../features/station/use-station.ts";
import { useShortcuts, useSingleKeys } from "../ui/keys/KeyboardProvider.tsx";
import { useRegionCommands } from "../ui/keys/use-region-commands.ts";
import { useMedia } from "../ui/use-media.ts";
import { warmPopups } from "../ui/use-popups.ts";
import { ConsoleFrame } from "./ConsoleFrame.tsx";
import { PanelBoundary } from "./PanelBoundary.tsx";
import { CHAT_PANEL, warmPalette } from "./panels.ts";
import { isSidebarOpen, toggleSidebar } from "./sidebar.ts";
import type { Sidebar } from "./sidebar.ts";
import { SideColumn } from "./SideColumn.tsx";
import { StationFlags, useOpenedFlags } from "./StationFlags.tsx";
import { StationLines } from "./StationLines.tsx";
import { StationOverlays, StationStrip, useShortcutSheet } from "./StationOverlays.tsx";
import { StationQueue } from "./StationQueue.tsx";
import { StationTop } from "./StationTop.tsx";
import { useCallerCard } from "./use-caller-card.ts";
import { useCardOpenings } from "./use-card-openings.ts";
import { usePanels, type StationPanel } from "./use-panels.ts";
import {
  type ShownCaller,
  useFocusOnName,
  usePanelActions,
  useShownCaller,
  useShownId,
} from "./use-shown-caller.ts";

interface StationPageProps {
  station: StationView;
  filter: QueueFilter;
  setFilter: (filter: QueueFilter) => void;
  hrefOf: (callSign: string) => string;
  follow: (href: string) => void;
}

/** Below this the caller's panel is a drawer. */
const WIDE_QUERY = "(width >= 1100px)";

export function StationPage({ station, filter, setFilter, hrefOf, follow }: StationPageProps) {
  const app = useTranslations("app");
  const sheet = useShortcutSheet();
  const [sidebar, setSidebar] = useState<Sidebar>("auto");
  const wide = useMedia(WIDE_QUERY);
  const callerOpen = isSidebarOpen(sidebar, wide);
  const panels = usePanels(station.station.role);
  useCardOpenings(panels);
  const [card, showCard] = useCallerCard();
  const cardOpen = panels.some(({ isOpen }) => isOpen);
  usePageKeys();
  useLivePeople();
  useHistoryCommand(useCallback(() => setSidebar("open"), []));
  const [openedFlags, openFlags, closeFlags] = useOpenedFlags();
  const shown = useShownCaller(() => setSidebar(callerOpen ? sidebar : "open"), openFlags);
  return (
    <>
      <ConsoleFrame
        mainLabel={app("main")}
        top={<StationTop {...{ station, hrefOf, follow, panels }} openShortcuts={sheet.open} />}
        strip={<StationStrip telephony={station.telephony} />}
        lines={
          <StationLines
            openKeypad={() => openPanel(panels, "keypad")}
            openConference={() => openPanel(panels, "conference")}
          />
        }
        queue={<StationQueue {...{ station, shown, filter, setFilter, openFlags }} />}
        sideOpen={callerOpen || cardOpen}
        side={
          <SideColumn
            panels={panels}
            wide={wide}
            ways={{ openCaller: (id) => shown.open(id, "panel"), card, showCard }}
            openCallerPanel={() => setSidebar("open")}
            caller={callerOpen ? <StationCaller {...{ shown, showCard, panels }} /> : null}
          />
        }
        bottom={
          <StationBottom
            panels={panels}
            side={{ open: callerOpen, toggle: () => setSidebar(toggleSidebar(sidebar, wide)) }}
          />
        }
      />
      <PanelBoundary>
        <StationFlags opened={openedFlags} close={closeFlags} />
      </PanelBoundary>
      <StationOverlays sheet={sheet} />
    </>
  );
}

/** What keys do on the whole page. */
function usePageKeys(): void {
  useRegionCommands();
  useEffect(() => {
    warmPalette();
    void warmPopups();
  }, []);
  const { settings } = useSettings();
  useSingleKeys(settings.singleKeys);
  useShortcuts(settings.shortcuts);
}

function openPanel(all: readonly StationPanel[], id: string): void {
  all.find((panel) => panel.id === id)?.open();
}

interface StationCallerProps {
  shown: ShownCaller;
  showCard: (card: CallerCard) => void;
  panels: readonly StationPanel[];
}

function StationCaller({ shown, showCard, panels }: StationCallerProps) {
  const id = useShownId();
  const view = useCaller(id);
  const nameField = useFocusOnName(id, shown.focusRequest);
  const panelActions = usePanelActions(id, shown.openFlags);
  const { desk, station: shared } = useConsole();
  const { dialler } = desk;
  const { contacts } = shared;
  // Dialled from the open station, whosever caller it is.
  const mayDial = usePermission("dial");
  const maySave = usePermissionAt(view?.call.station ?? null, "screen");
  const call = view?.call.id ?? null;
  const display = view?.call.caller.numberDisplay ?? null;
  const number = view?.call.caller.number ?? null;
  const station = view?.call.station ?? "";
  const caller = view?.call.caller.id ?? null;
  const actions = useMemo(
    () => ({
      ...panelActions,
      dial:
        mayDial && number !== null && display !== null
          ? () => {
              dialler.type(display, number);
              openPanel(panels, "dial");
            }
          : null,
      saveContact:
        maySave && number !== null && call !== null
          ? () => void contacts.edits.saveCaller(call)
          : null,
      openCard: caller === null ? null : () => showCard({ station, caller }),
    }),
    [
      panelActions,
      mayDial,
      maySave,
      display,
      number,
      call,
      station,
      caller,
      dialler,
      contacts,
      panels,
      showCard,
    ],
  );
  return <CallerPanel view={view} nameField={nameField} actions={actions} />;
}

interface StationBottomProps {
  panels: readonly StationPanel[];
  side: { open: boolean; toggle: () => void };
}

function StationBottom({ panels, side }: StationBottomProps) {
  const { takeNext } = useDesk();
  const buttons = useMemo(() => panels.filter(({ ofCall }) => ofCall !== true), [panels]);
  const count = useRootState((state) => state.desk.msg_unread);
  const t = useTranslations("chat");
  const label = t("unread", { label: t("title"), count: String(count) });
  const counted = useMemo(() => ({ id: CHAT_PANEL, count, label }), [count, label]);
  return <BottomBar takeNext={takeNext} panels={buttons} side={side} counted={counted} />;
}
