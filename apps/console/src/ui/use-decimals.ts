import { useCallback } from "react";
import { useLocale } from "use-intl";

/** Returns a function that writes a number with decimals in the page's language: `4.2`, `4,2`. */
export function useDecimals(): (value: number, digits: number) => string {
  const locale = useLocale();
  return useCallback((value, digits) => formatDecimals(locale, value, digits), [locale]);
}

export function formatDecimals(locale: string, value: number, digits: number): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return value.toLocaleString(locale, options);
}
