import { useCallback } from "react";
import { useTranslations } from "use-intl";

const NAMED = /\b(?:Ctrl|Shift|Del|or)\b/g;

/** Keys as the keyboards of the language have them: `Ctrl Shift ↓` is `Strg Umschalt ↓`. */
export function useKeyNames(): (keys: string) => string {
  const t = useTranslations("shortcuts.names");
  return useCallback(
    (keys) => keys.replaceAll(NAMED, (name) => t(name as "Ctrl" | "Shift" | "Del" | "or")),
    [t],
  );
}
