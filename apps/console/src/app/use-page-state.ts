import { useEffect, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";

import { defaultSettings } from "@linedesk/contract";
import type { UserSettings } from "@linedesk/contract";

/** The defaults stand in until my settings are here; the server has written the theme already. */
export function areSettingsLoaded(settings: UserSettings): boolean {
  return settings !== defaultSettings;
}

export function useTheme(settings: UserSettings): void {
  const { theme, view } = settings;
  const here = areSettingsLoaded(settings);
  useEffect(() => {
    const page = document.documentElement;
    if (here) {
      page.dataset["theme"] = theme;
    }
    page.dataset["density"] = view ? "compact" : "comfortable";
  }, [theme, view, here]);
}

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

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => window.matchMedia(query).matches,
  );
}
