import { useCallback } from "react";
import { useTranslations } from "use-intl";

import { useForeignLetters } from "./KeyboardProvider.tsx";

export const NAMED_KEYS = /\b(?:Ctrl|Shift|Del|or)\b/g;
const LETTERS = /\b[A-Z]\b/g;

/**
 * Names keys as they are on keyboards of the page's language: `Ctrl Shift ↓` is `Strg Umschalt ↓`.
 * On a layout without Latin letters a letter is followed by the one that the layout types there.
 */
export function useKeyNames(): (keys: string) => string {
  const t = useTranslations("shortcuts.names");
  const foreign = useForeignLetters();
  return useCallback(
    (keys) =>
      keys
        .replaceAll(LETTERS, (letter) => addForeign(letter, foreign.get(letter)))
        .replaceAll(NAMED_KEYS, (name) => t(name as "Ctrl" | "Shift" | "Del" | "or")),
    [t, foreign],
  );
}

function addForeign(letter: string, foreign: string | undefined): string {
  return foreign === undefined ? letter : `${letter} (${foreign})`;
}
