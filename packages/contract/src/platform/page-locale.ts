/** The languages of the product's words, with their names in the language itself. */
export const languages = {
  "en-AU": { name: "English", direction: "ltr" },
  de: { name: "Deutsch", direction: "ltr" },
} as const;

export type Language = keyof typeof languages;

/** This locale has no prefix in page addresses; every other locale has its own. */
export const DEFAULT_LOCALE: Language = "en-AU";

export interface PageLocale {
  /** The locale that formats times, numbers and lists. */
  locale: string;
  /** The first part of every page's path, such as `/de`; `/` for the default locale. */
  basepath: string;
}

/** Matches `de` or `en-NZ`, but no call sign such as `2zz` or `abc`. */
const localePart = /^[a-z]{2}(-[A-Z]{2})?$/;

/** Reads the locale from the first part of a page's path. */
export function parseLocale(pathname: string): PageLocale {
  const first = pathname.split("/")[1] ?? "";
  if (!localePart.test(first) || Intl.DateTimeFormat.supportedLocalesOf(first).length === 0) {
    return { locale: DEFAULT_LOCALE, basepath: "/" };
  }
  return { locale: first, basepath: `/${first}` };
}

/**
 * Returns the language of the words for a locale: its own language if there are words in it,
 * otherwise the default.
 */
export function chooseLanguage(locale: string): Language {
  return /^de\b/.test(locale) ? "de" : DEFAULT_LOCALE;
}

/**
 * Returns the address without a redundant prefix: `/en-AU/2zz` becomes `/2zz`; otherwise `null`.
 */
export function stripDefaultLocale(pathname: string): string | null {
  const prefix = `/${DEFAULT_LOCALE}`;
  if (pathname === prefix) {
    return "/";
  }
  return pathname.startsWith(`${prefix}/`) ? toOwnPath(pathname.slice(prefix.length)) : null;
}

/**
 * Removes the extra slashes if a path continues with `//host` after its prefix, because a browser
 * would open another host.
 */
function toOwnPath(path: string): string {
  return path.replace(/^\/{2,}/, "/");
}

/**
 * Returns the path of the same page in a language. In German, `/2zz` and `/en-NZ/2zz` become
 * `/de/2zz`. In the default language, `/de/2zz` becomes `/2zz`.
 */
export function toLanguage(pathname: string, language: Language): string {
  const { basepath } = parseLocale(pathname);
  const page = toOwnPath(basepath === "/" ? pathname : pathname.slice(basepath.length) || "/");
  if (language === DEFAULT_LOCALE) {
    return page;
  }
  return page === "/" ? `/${language}` : `/${language}${page}`;
}
