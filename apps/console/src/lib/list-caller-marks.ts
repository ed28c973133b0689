import type { useTranslations } from "use-intl";

import { type Call, flagGlyphs } from "@linedesk/contract";
import { readWin, REGULAR_FROM } from "./read-win.ts";

/**
 * `warn` marks a warning, which is shown first; `good` marks a point that an operator has
 * confirmed.
 */
export interface Mark {
  key: string;
  tone: "warn" | "good" | "strong" | "plain";
  words: string;
}

type Translate = ReturnType<typeof useTranslations<"queue">>;

function mark(tone: Mark["tone"], key: string, words: string | null | false): Mark[] {
  return words === null || words === false ? [] : [{ key, tone, words }];
}

function listWarnings({ caller, programmeAudible }: Call, t: Translate): Mark[] {
  const { warning } = caller;
  return [
    ...mark("warn", "warning", warning !== null && t(warning.kind, { reason: warning.reason })),
    ...mark("warn", "radio", programmeAudible && t("radioOn")),
  ];
}

function listChecks({ air, marks, contest, phoneLine }: Call, t: Translate): Mark[] {
  const won = { place: String(contest?.place ?? 0), line: phoneLine?.name ?? "" };
  const winner = `${t("winner")}${t("winnerOf", won)}`;
  return [
    ...mark("strong", "winner", contest?.outcome === "winner" && winner),
    ...mark("good", "radioOff", air.radioOff && t("radioOff")),
    ...mark("good", "agreed", air.agreed && t("agreed")),
    ...mark("good", "verified", marks.verified && t("verified")),
  ];
}

function listFlags({ caller }: Call, t: Translate): Mark[] {
  return caller.flags.flatMap(({ id, name, icon, reason }) => {
    const glyph = icon === undefined ? "" : `${flagGlyphs[icon]} `;
    return mark("plain", id, `${glyph}${name}${reason === "" ? "" : t("why", { reason })}`);
  });
}

function listCounted({ caller, direction, phoneLine, ...call }: Call, t: Translate): Mark[] {
  const { number, earlierCalls } = caller;
  const isKnown = number !== null && direction === "inbound";
  const regular = `${t("regular")}${t("calls", { count: String(earlierCalls) })}`;
  return [
    ...mark("strong", "rehearsal", call.rehearsal === true && t("rehearsal")),
    ...mark("plain", "sentBack", call.sentBack === true && t("sentBack")),
    ...mark("plain", "priority", phoneLine?.priority === true && t("priority")),
    ...mark("plain", "first", isKnown && earlierCalls === 0 && t("firstCall")),
    ...mark("plain", "regular", isKnown && earlierCalls >= REGULAR_FROM && regular),
  ];
}

function listWin({ win }: Call, t: Translate, { now, day }: Clock): Mark[] {
  if (win === undefined) {
    return [];
  }
  const { isOut, wonAt, mayWinAt } = readWin(win, now);
  const words = { won: day(wonAt, now), again: day(mayWinAt, now) };
  return mark(isOut ? "strong" : "plain", "won", t(isOut ? "wonOut" : "wonBefore", words));
}

/**
 * Lists the reasons not to put this caller to air at once: a warning or a ban, an audible radio,
 * and the flags.
 */
export function listCautions(call: Call, t: Translate): Mark[] {
  return [...listWarnings(call, t), ...listFlags(call, t)];
}

interface Clock {
  now: number;
  day: (at: number, now: number) => string;
}

export function listCallerMarks(call: Call, t: Translate, clock: Clock): Mark[] {
  return [
    ...listWarnings(call, t),
    ...listChecks(call, t),
    ...listWin(call, t, clock),
    ...listFlags(call, t),
    ...listCounted(call, t),
  ];
}
