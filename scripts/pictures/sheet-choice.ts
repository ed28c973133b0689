export const sheetWidths = [390, 1024, 1280, 1440, 1920] as const;
export const sheetThemes = ["light", "dark"] as const;
export const sheetLanguages = ["en", "de"] as const;

export interface SheetChoice {
  widths: readonly (typeof sheetWidths)[number][];
  themes: readonly (typeof sheetThemes)[number][];
  languages: readonly (typeof sheetLanguages)[number][];
  /** The beginnings of the wanted screens' names; empty for all screens. */
  screens: readonly string[];
}

/**
 * Reads arguments such as `390 1280 dark de board`, in any order. Each argument restricts widths,
 * theme, language or screens.
 */
export function readSheetChoice(given: readonly string[]): SheetChoice {
  const widths = sheetWidths.filter((width) => given.includes(String(width)));
  const themes = sheetThemes.filter((theme) => given.includes(theme));
  const languages = sheetLanguages.filter((language) => given.includes(language));
  const named = new Set<string>([...widths.map(String), ...themes, ...languages]);
  return {
    widths: widths.length === 0 ? sheetWidths : widths,
    themes: themes.length === 0 ? sheetThemes : themes,
    languages: languages.length === 0 ? sheetLanguages : languages,
    screens: given.filter((one) => !named.has(one)),
  };
}

export function isWanted(name: string, { screens }: Pick<SheetChoice, "screens">): boolean {
  return screens.length === 0 || screens.some((begin) => name.startsWith(begin));
}
