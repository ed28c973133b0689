import { useEffect } from "react";
import { useTranslations } from "use-intl";

import type { UserSettings } from "@linedesk/contract";
import { drawFavicon } from "./draw-favicon.ts";

/** The title says how many ring [SN7]; the tab's picture and the app's badge as well [SN32]. */
export function useRingingTitle(
  station: string,
  ringing: number,
  alerts: UserSettings["alerts"],
): void {
  const t = useTranslations("app");
  const titled = alerts.title ? ringing : 0;
  const badged = alerts.badge ? ringing : 0;
  useEffect(() => {
    document.title =
      titled > 0 ? t("titleRinging", { count: String(titled), station }) : t("title", { station });
  }, [t, station, titled]);
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    const picture = drawFavicon(badged);
    if (icon !== null && icon.getAttribute("href") !== picture) {
      icon.href = picture;
    }
    // A page that is not installed has no badge, and says so by rejecting.
    navigator.setAppBadge?.(badged).catch(() => undefined);
  }, [badged]);
}
