import { useMemo } from "react";
import { type DateTimeFormatOptions, useFormatter, useTranslations } from "use-intl";

import type { FigureName } from "@linedesk/contract";
import { formatDuration } from "../../../ui/time/time-formats.ts";
import type { RowKind } from "./figure-table.ts";

export interface FigureWords {
  figure: (name: FigureName, value: number | undefined) => string;
  /** Writes a number in few letters: `10K`. */
  round: (value: number) => string;
  short: (kind: RowKind, of: string, name: string | null) => string;
  full: (kind: RowKind, of: string, name: string | null) => string;
  day: (day: string) => string;
  hour: (hour: string) => string;
}

type Formatter = ReturnType<typeof useFormatter>;
type Words = ReturnType<typeof useTranslations<"analytics">>;

export function useFigureWords(): FigureWords {
  const t = useTranslations("analytics");
  const format = useFormatter();
  return useMemo(
    () => ({
      ...createRowWords(t, format),
      figure: (name, value) => writeFigure(format, name, value),
      round: (value) => format.number(value, { notation: "compact" }),
    }),
    [t, format],
  );
}

const durations: readonly FigureName[] = ["averageS", "medianS"];

function writeFigure(format: Formatter, name: FigureName, value: number | undefined): string {
  if (value === undefined) {
    return "–";
  }
  if (durations.includes(name)) {
    return formatDuration(value);
  }
  if (name === "cents") {
    return format.number(value / 100, { style: "currency", currency: "AUD" });
  }
  const number = format.number(value, { maximumFractionDigits: 1 });
  return name === "percent" ? `${number} %` : number;
}

function createRowWords(
  t: Words,
  format: Formatter,
): Pick<FigureWords, "short" | "full" | "day" | "hour"> {
  // Days and hours are in Sydney's time already. UTC writes them without a shift.
  function date(iso: string, options: DateTimeFormatOptions) {
    return format.dateTime(new Date(iso), { ...options, timeZone: "UTC" });
  }
  function day(of: string) {
    return date(`${of}T00:00:00Z`, { weekday: "short", day: "numeric", month: "long" });
  }
  function hour(of: string) {
    return date(`2000-01-01T${of.slice(0, 2)}:00:00Z`, { hour: "numeric" });
  }
  const full: Record<RowKind, (of: string, name: string | null) => string> = {
    hour: (of) => (of.endsWith("b") ? t("second", { hour: hour(of) }) : hour(of)),
    day,
    month: (of) => date(`${of}-01T00:00:00Z`, { month: "long", year: "numeric" }),
    wait: (of) => writeWait(t, of),
    person: (_of, name) => name ?? t("unknown"),
    prize: (_of, name) => name ?? t("unknown"),
  };
  const short: typeof full = {
    ...full,
    hour: (of) => of.slice(0, 2),
    day: (of) => date(`${of}T00:00:00Z`, { day: "numeric", month: "short" }),
    month: (of) => date(`${of}-01T00:00:00Z`, { month: "short" }),
    wait: (of) => formatDuration(Number(of.split("-")[0])),
  };
  return {
    short: (kind, of, name) => short[kind](of, name),
    full: (kind, of, name) => full[kind](of, name),
    day,
    hour,
  };
}

function writeWait(t: Words, of: string): string {
  const [from = "", to = ""] = of.split("-");
  const since = formatDuration(Number(from));
  return to === ""
    ? t("waitFrom", { from: since })
    : t("waitTo", { from: since, to: formatDuration(Number(to)) });
}
