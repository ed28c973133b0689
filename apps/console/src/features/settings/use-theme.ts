import { useEffect } from "react";

import { defaultSettings } from "@linedesk/contract";
import type { UserSettings } from "@linedesk/contract";

/**
 * Returns false while the settings are still the defaults. The page that the server sent already
 * has the theme, which the defaults must not replace.
 */
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
