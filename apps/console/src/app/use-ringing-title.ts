import { useEffect } from "react";
import { useTranslations } from "use-intl";

/** The title, the tab's picture and the app's badge say how many ring [SN7]. */
export function useRingingTitle(station: string, ringing: number): void {
  const t = useTranslations("app");
  useEffect(() => {
    document.title =
      ringing > 0
        ? t("titleRinging", { count: String(ringing), station })
        : t("title", { station });
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    const picture = ringing > 0 ? "/favicon-ringing.svg" : "/favicon.svg";
    if (icon !== null && !icon.href.endsWith(picture)) {
      icon.href = picture;
    }
    // A page that is not installed has no badge, and says so by rejecting.
    navigator.setAppBadge?.(ringing).catch(() => undefined);
  }, [t, station, ringing]);
}
