import type { NumberKind } from "@linedesk/contract";
import type { Suggestion } from "../../ui/SuggestInput.tsx";

export interface CheckedNumber {
  numberDisplay: string;
  kind: NumberKind;
  country: string | null;
  name: string | null;
  lastCallAt: string | null;
  refused: string | null;
}

export interface DialLine {
  number: 1 | 2;
  carries: { name: string; does: "hold" | "end" | "confer" } | null;
}

export interface DialResult {
  who: string;
  /** Null while it rings. */
  outcome: string | null;
  redial: (() => void) | null;
}

/** `useDial()`: the panel from which numbers are dialled. */
export interface DialView {
  draft: string;
  type: (text: string) => void;
  /** Contacts that may be meant. */
  offers: readonly Suggestion[];
  /** Null until something is typed and the server has answered. */
  number: CheckedNumber | null;
  from: { numberDisplay: string; name: string } | "none" | null;
  line: DialLine;
  maxMinutes: number | null;
  call: (() => void) | null;
  sending: boolean;
  because: "offline" | "feedsAir" | null;
  refused: string | null;
  result: DialResult | null;
}

export interface DialLimitView {
  id: string;
  name: string;
  endsAt: string;
  extend: (() => void) | null;
}

/** `useDialLimits()`: those that a line shows, and those that one holds beside the lines. */
export interface DialLimitsView {
  onLines: readonly DialLimitView[];
  held: readonly DialLimitView[];
}
