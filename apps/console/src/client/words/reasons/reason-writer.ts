import type { ErrorCode, Reason, ShownRefusal } from "@linedesk/contract";

/** A refusal of the server, or a refusal of the page itself, which has no message and no code. */
export interface GivenReason extends Pick<ShownRefusal, "reason" | "params"> {
  message?: string;
  code?: ErrorCode;
}

/**
 * Returns the words of the reason, otherwise the words of the code; `null` if neither has words.
 */
export type ReasonWriter = (given: GivenReason) => string | null;

type Param = ShownRefusal["params"][string];
type Find = (reason: string) => string | null;

const PARAM = /\{(\w+)\}/g;

export interface ReasonCatalogue {
  words: Readonly<Record<Reason, string>>;
  codes: Readonly<Record<ErrorCode, string>>;
  locale: string;
}

export function createReasonWriter({ words, codes, locale }: ReasonCatalogue): ReasonWriter {
  const all: ReadonlyMap<string, string> = new Map(Object.entries(words));
  const find: Find = (reason) => all.get(reason) ?? null;
  return ({ reason, params, code }) =>
    find(reason)?.replaceAll(PARAM, (_whole, name: string) =>
      writeParam(params[name] ?? "", { find, locale }),
    ) ?? (code === undefined ? null : codes[code]);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Formats a parameter. The reasons of a list become parts of the sentence, and a day is formatted
 * for the locale.
 */
function writeParam(value: Param, { find, locale }: { find: Find; locale: string }): string {
  if (Array.isArray(value)) {
    return value.map((part) => find(part) ?? part).join(", ");
  }
  const text = String(value);
  return DAY.test(text) ? writeDay(text, locale) : text;
}

function writeDay(day: string, locale: string): string {
  const form = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(locale, form).format(new Date(day));
}
