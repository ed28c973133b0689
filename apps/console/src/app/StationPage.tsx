import { useCallback, useState } from "react";
import { useTranslations } from "use-intl";

import type { QueueFilter } from "../features/queue/queue-filter.ts";
import { ShortcutSheet } from "../features/shortcuts/ShortcutSheet.tsx";
import { useSheetCommand } from "../features/shortcuts/use-sheet-command.ts";
import type { StationView } from "../features/station/station-view.ts";
import { ConsoleFrame } from "./ConsoleFrame.tsx";
import { PanelBoundary } from "./PanelBoundary.tsx";
import { isSidebarOpen, toggleSidebar } from "./sidebar.ts";
import type { Sidebar } from "./sidebar.ts";
import {
  StationBottom,
  StationCaller,
  StationLines,
  StationNotices,
  StationQueue,
  StationSettings,
  StationStrip,
  StationTop,
} from "./station-parts.tsx";
import { useMedia } from "./use-page-state.ts";
import { useShownCaller } from "./use-shown-caller.ts";

export interface StationPageProps {
  station: StationView;
  filter: QueueFilter;
  setFilter: (filter: QueueFilter) => void;
  hrefOf: (callSign: string) => string;
  follow: (href: string) => void;
}

type Sheet = "settings" | "shortcuts" | null;

/** Below this the caller's panel is a drawer. */
const WIDE_QUERY = "(width >= 1100px)";

export function StationPage({ station, filter, setFilter, hrefOf, follow }: StationPageProps) {
  const app = useTranslations("app");
  const [sheet, setSheet] = useState<Sheet>(null);
  const [sidebar, setSidebar] = useState<Sidebar>("auto");
  const wide = useMedia(WIDE_QUERY);
  const sideOpen = isSidebarOpen(sidebar, wide);
  const openSheet = useCallback(() => setSheet("shortcuts"), []);
  const openSettings = useCallback(() => setSheet("settings"), []);
  function close() {
    return setSheet(null);
  }
  useSheetCommand(openSheet);
  const shown = useShownCaller(() => {
    if (!sideOpen) {
      setSidebar("open");
    }
  });
  return (
    <>
      <ConsoleFrame
        mainLabel={app("main")}
        top={
          <StationTop station={station} hrefOf={hrefOf} follow={follow} openShortcuts={openSheet} />
        }
        strip={<StationStrip telephony={station.telephony} />}
        lines={<StationLines />}
        queue={
          <PanelBoundary>
            <StationQueue station={station} shown={shown} filter={filter} setFilter={setFilter} />
          </PanelBoundary>
        }
        sideOpen={sideOpen}
        side={
          <PanelBoundary>
            <StationCaller shown={shown} />
          </PanelBoundary>
        }
        bottom={
          <StationBottom
            openSettings={openSettings}
            side={{ open: sideOpen, toggle: () => setSidebar(toggleSidebar(sidebar, wide)) }}
          />
        }
      />
      <StationNotices />
      <StationSettings open={sheet === "settings"} onClose={close} />
      <ShortcutSheet open={sheet === "shortcuts"} onClose={close} />
    </>
  );
}
