import { useMemo } from "react";
import { type DateTimeFormatOptions, useFormatter, useTranslations } from "use-intl";

import type { FigureName } from "@linedesk/contract";
import { formatDuration } from "../../../ui/time/time-formats.ts";
import type { RowKind } from "./figure-table.ts";

export interface FigureWords {
  figure: (name: FigureName, value: number | undefined) => string;
  /** What a row is of: in few letters below a chart, and in full. */
  short: (kind: RowKind, of: string, name: string | null) => string;
  full: (kind: RowKind, of: string, name: string | null) => string;
  /** In few letters: `10K`. */
  round: (value: number) => string;
  day: (day: string) => string;
  hour: (hour: string) => string;
}

/** How figures, and what they are of, are written in the page's language. */
export function useFigureWords(): FigureWords {
  const t = useTranslations("analytics");
  const format = useFormatter();
  return useMemo(() => {
    // Days and hours are Sydney's already: written without any zone.
    function date(iso: string, options: DateTimeFormatOptions) {
      return format.dateTime(new Date(iso), { ...options, timeZone: "UTC" });
    }
    function day(of: string) {
      return date(`${of}T00:00:00Z`, { weekday: "short", day: "numeric", month: "long" });
    }
    function hour(of: string) {
      return date(`2000-01-01T${of.slice(0, 2)}:00:00Z`, { hour: "numeric" });
    }
    function wait(of: string) {
      const [from = "", to = ""] = of.split("-");
      const since = formatDuration(Number(from));
      return to === ""
        ? t("waitFrom", { from: since })
        : t("waitTo", { from: since, to: formatDuration(Number(to)) });
    }
    function full(kind: RowKind, of: string, name: string | null) {
      switch (kind) {
        case "hour":
          return of.endsWith("b") ? t("second", { hour: hour(of) }) : hour(of);
        case "day":
          return day(of);
        case "month":
          return date(`${of}-01T00:00:00Z`, { month: "long", year: "numeric" });
        case "wait":
          return wait(of);
        case "person":
        case "prize":
          return name ?? t("unknown");
      }
    }
    function short(kind: RowKind, of: string, name: string | null) {
      switch (kind) {
        case "hour":
          return of.slice(0, 2);
        case "day":
          return date(`${of}T00:00:00Z`, { day: "numeric", month: "short" });
        case "month":
          return date(`${of}-01T00:00:00Z`, { month: "short" });
        case "wait":
          return `${formatDuration(Number(of.split("-")[0]))}`;
        default:
          return full(kind, of, name);
      }
    }
    function figure(name: FigureName, value: number | undefined) {
      if (value === undefined) {
        return "–";
      }
      switch (name) {
        case "averageS":
        case "medianS":
          return formatDuration(value);
        case "percent":
          return `${format.number(value, { maximumFractionDigits: 1 })} %`;
        case "cents":
          return format.number(value / 100, { style: "currency", currency: "AUD" });
        default:
          return format.number(value, { maximumFractionDigits: 1 });
      }
    }
    function round(value: number) {
      return format.number(value, { notation: "compact" });
    }
    return { figure, round, short, full, day, hour };
  }, [t, format]);
}
