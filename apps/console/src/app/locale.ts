/** Has no prefix in page addresses; every other locale has its own [SH4]. */
const DEFAULT_LOCALE = "en-AU";

export interface PageLocale {
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

/** The address without a prefix that need not be there: `/en-AU/2zz` is `/2zz`; else `null`. */
export function stripDefaultLocale(pathname: string): string | null {
  const prefix = `/${DEFAULT_LOCALE}`;
  if (pathname === prefix) {
    return "/";
  }
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : null;
}
