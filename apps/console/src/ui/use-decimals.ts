import { useCallback } from "react";
import { useLocale } from "use-intl";

/** Writes a number with so many decimals as the language does: `4.2`, `4,2`. */
export function useDecimals(): (value: number, digits: number) => string {
  const locale = useLocale();
  return useCallback((value, digits) => formatDecimals(locale, value, digits), [locale]);
}

export function formatDecimals(locale: string, value: number, digits: number): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return value.toLocaleString(locale, options);
}
