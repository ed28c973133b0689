/** The languages that the words of the product are written in, and how each is written. */
export const languages = {
  "en-AU": { name: "English", direction: "ltr" },
  de: { name: "Deutsch", direction: "ltr" },
} as const;

export type Language = keyof typeof languages;

/** Has no prefix in page addresses; every other locale has its own. */
export const DEFAULT_LOCALE: Language = "en-AU";

export interface PageLocale {
  /** How times, numbers and lists are written. */
  locale: string;
  /** What stands before every page's path: nothing, or `/de`. */
  basepath: string;
}

/** `de` or `en-NZ`; a call sign such as `2zz` or `abc` is none. */
const localePart = /^[a-z]{2}(-[A-Z]{2})?$/;

/** Reads the locale from the first part of a page's path. */
export function parseLocale(pathname: string): PageLocale {
  const first = pathname.split("/")[1] ?? "";
  if (!localePart.test(first) || Intl.DateTimeFormat.supportedLocalesOf(first).length === 0) {
    return { locale: DEFAULT_LOCALE, basepath: "/" };
  }
  return { locale: first, basepath: `/${first}` };
}

/** The language of the words at a locale: its own, or that of those who have no prefix. */
export function chooseLanguage(locale: string): Language {
  return /^de\b/.test(locale) ? "de" : DEFAULT_LOCALE;
}

/** The address without a prefix that need not be there: `/en-AU/2zz` is `/2zz`; else `null`. */
export function stripDefaultLocale(pathname: string): string | null {
  const prefix = `/${DEFAULT_LOCALE}`;
  if (pathname === prefix) {
    return "/";
  }
  return pathname.startsWith(`${prefix}/`) ? toOwnPath(pathname.slice(prefix.length)) : null;
}

/** What stands behind a prefix may begin with `//host`, which by itself leads away from here. */
function toOwnPath(path: string): string {
  return path.replace(/^\/{2,}/, "/");
}

/** The same page in a language: `/2zz` and `/en-NZ/2zz` are `/de/2zz`, and back. */
export function toLanguage(pathname: string, language: Language): string {
  const { basepath } = parseLocale(pathname);
  const page = toOwnPath(basepath === "/" ? pathname : pathname.slice(basepath.length) || "/");
  if (language === DEFAULT_LOCALE) {
    return page;
  }
  return page === "/" ? `/${language}` : `/${language}${page}`;
}
