import { createContext, useContext, useMemo } from "react";
import { createTranslator, useLocale } from "use-intl";

import type { Translation } from "../../lib/translation.ts";

/** What the gallery makes of the words, as it does with those of the page: nothing elsewhere. */
export const SectionWordsContext = createContext<(<W extends object>(words: W) => W) | null>(null);

/** Words of a section come with its own chunk, in both languages: the first load has none. */
export function useSectionWords<const Words extends Record<string, unknown>>(
  english: Words,
  german: Translation<Words>,
) {
  const locale = useLocale();
  const change = useContext(SectionWordsContext);
  return useMemo(() => {
    // The keys are the same by type.
    const words = locale.startsWith("de") ? (german as unknown as Words) : english;
    return createTranslator<Words>({ locale, messages: change?.(words) ?? words });
  }, [locale, english, german, change]);
}
