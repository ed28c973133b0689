import { useMemo } from "react";

import type { Call, NumberKind } from "@linedesk/contract";
import { extendCall } from "../../client/actions/line-actions.ts";
import { useConsole, useRootState, usePermittedAt } from "../../client/ConsoleProvider.tsx";
import { describeCaller } from "../../client/store/panel-caller.ts";
import { selectOwnDials, findDialEnd } from "../../client/store/select-own-dials.ts";
import type { Suggestion } from "../../ui/SuggestInput.tsx";

const nothing: ReturnType<typeof selectOwnDials> = { onLines: [], held: [] };

export function useDialLimits(): DialLimitsView {
  const { actions } = useConsole().desk;
  // A following tab has no lines, so it shows no limits.
  const dials = useRootState((state) =>
    state.seats.tab === "following" ? nothing : selectOwnDials(state),
  );
  const mayExtendAt = usePermittedAt("desk");
  return useMemo(() => {
    const toLimit = (call: Call): DialLimitView[] => {
      const endsAt = findDialEnd(call);
      const mayExtend = mayExtendAt(call.station);
      const extend = mayExtend ? () => void extendCall({ actions }, call.id) : null;
      return endsAt === null ? [] : [{ id: call.id, name: describeCaller(call), endsAt, extend }];
    };
    return { onLines: dials.onLines.flatMap(toLimit), held: dials.held.flatMap(toLimit) };
  }, [actions, dials, mayExtendAt]);
}

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
  carries: { name: string; does: "hold" | "end" | "confer" | "stay" } | null;
  /** Is true when the line puts the calls of the station to air. */
  isFed: boolean;
}

export interface DialResult {
  who: string;
  /** The outcome of the call; `null` while the call rings. */
  outcome: string | null;
  redial: (() => void) | null;
}

/** `useDial()`: the panel from which numbers are dialled. */
export interface DialView {
  draft: string;
  type: (text: string) => void;
  offers: readonly Suggestion[];
  /** The checked number; `null` until the server has answered, and while no number is typed. */
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

/** `useDialLimits()`: the dialled calls on a line, and held dialled calls that are on no line. */
export interface DialLimitsView {
  onLines: readonly DialLimitView[];
  held: readonly DialLimitView[];
}
