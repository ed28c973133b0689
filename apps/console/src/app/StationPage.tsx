import { useCallback, useState } from "react";
import { useTranslations } from "use-intl";

import { CallerPanel } from "../features/caller/CallerPanel.tsx";
import { useCaller } from "../features/caller/use-caller.ts";
import { ConnectionStrip } from "../features/connection/ConnectionStrip.tsx";
import { useConnection } from "../features/connection/use-connection.ts";
import type { QueueFilter } from "../features/queue/queue-filter.ts";
import { ShortcutSheet } from "../features/shortcuts/ShortcutSheet.tsx";
import { useSheetCommand } from "../features/shortcuts/ShortcutSheet.tsx";
import { useDesk } from "../features/station/use-desk.ts";
import type { StationView } from "../features/station/use-station.ts";
import { LiveRegion } from "../ui/LiveRegion.tsx";
import { Notices } from "../ui/Notices.tsx";
import { useMedia } from "../ui/use-media.ts";
import { ConsoleFrame } from "./ConsoleFrame.tsx";
import { PanelBoundary } from "./PanelBoundary.tsx";
import { isSidebarOpen, toggleSidebar } from "./sidebar.ts";
import type { Sidebar } from "./sidebar.ts";
import { StationSettings } from "./station-parts.tsx";
import { StationBottom } from "./StationBottom.tsx";
import { StationLines } from "./StationLines.tsx";
import { StationQueue } from "./StationQueue.tsx";
import { StationTop } from "./StationTop.tsx";
import { useShownCaller } from "./use-shown-caller.ts";
import type { ShownCaller } from "./use-shown-caller.ts";

interface StationPageProps {
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

function StationStrip({ telephony }: { telephony: "up" | "down" }) {
  return <ConnectionStrip connection={useConnection()} telephony={telephony} />;
}

function StationCaller({ shown }: { shown: ShownCaller }) {
  const view = useCaller(shown.id);
  return (
    <CallerPanel
      view={view}
      nameField={shown.nameField}
      close={shown.opened ? shown.close : null}
    />
  );
}

function StationNotices() {
  const t = useTranslations("app");
  const { notices, dismiss, urgent } = useDesk();
  return (
    <>
      <LiveRegion urgent words={urgent ?? ""} />
      <Notices
        label={t("notices")}
        dismissLabel={t("dismiss")}
        notices={notices}
        dismiss={dismiss}
      />
    </>
  );
}
