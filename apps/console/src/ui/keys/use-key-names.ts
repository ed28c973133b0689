import { useCallback } from "react";
import { useTranslations } from "use-intl";

export const NAMED_KEYS = /\b(?:Ctrl|Shift|Del|or)\b/g;

/**
 * Names keys as they are on keyboards of the page's language: `Ctrl Shift ↓` is `Strg Umschalt ↓`.
 */
export function useKeyNames(): (keys: string) => string {
  const t = useTranslations("shortcuts.names");
  return useCallback(
    (keys) => keys.replaceAll(NAMED_KEYS, (name) => t(name as "Ctrl" | "Shift" | "Del" | "or")),
    [t],
  );
}
