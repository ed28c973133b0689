import { useRouter } from "@tanstack/react-router";

import { may, type Station } from "@linedesk/contract";
import type { PanelButton } from "../features/station/PanelButtons.tsx";
import type { StationView } from "../features/station/use-station.ts";
import { PanelBoundary } from "./PanelBoundary.tsx";
import { StationOverlays, StationStrip, useShortcutSheet } from "./StationOverlays.tsx";
import { StationTop } from "./StationTop.tsx";

export interface AdminTopProps {
  view: StationView;
  section: string;
  panels: readonly PanelButton[];
}

/** The desk's own bar above the admin area: who administers sees that callers wait. */
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
