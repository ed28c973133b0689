import { type ReactNode, useMemo } from "react";

import type { DeviceLine } from "@linedesk/contract";
import { useConsole, useRootState } from "../client/ConsoleProvider.tsx";
import { cutOffsFolded } from "../client/store/calls-slice.ts";
import { selectMe, selectOrderedCalls } from "../client/store/select-calls.ts";
import { cutOffMessages } from "../features/cut-offs/cut-off-messages.ts";
import { describeRow, findLostOn } from "../features/cut-offs/cut-off-row.ts";
import { CutOffCount } from "../features/cut-offs/CutOffCount.tsx";
import { CutOffList } from "../features/cut-offs/CutOffList.tsx";
import { LostLine } from "../features/cut-offs/LostLine.tsx";
import { useCutOffs, usePrivateLine } from "../features/cut-offs/use-cut-offs.ts";
import { LazyWords } from "../ui/LazyWords.tsx";

const words = { cutOffs: cutOffMessages };

type CutOffPart =
  | { part: "list" }
  | { part: "count" }
  | {
      part: "line";
      line: DeviceLine;
      isReady: boolean;
      selected: boolean;
      idle: ReactNode;
      /** The cut-off call that the person has removed from this line; `null` without one. */
      left: string | null;
      leave: (call: string) => void;
    };

/**
 * Shows a part of the desk about callers who were cut off; draws nothing while the list is empty.
 */
export function StationCutOffs(props: CutOffPart) {
  return (
    <LazyWords words={words}>
      {props.part === "list" ? <List /> : props.part === "count" ? <Count /> : <Line {...props} />}
    </LazyWords>
  );
}

function List() {
  const { store } = useConsole();
  const { items, open, ring, ringAll, release } = useCutOffs();
  const ordered = useRootState(selectOrderedCalls);
  const isExchangeUp = useRootState((state) => state.calls.telephony === "up");
  const isFolded = useRootState((state) => state.calls.cutOffsFolded);
  const line = usePrivateLine();
  const rows = useMemo(
    () => items.map((cutOff) => ({ cutOff, row: describeRow(cutOff, ordered) })),
    [items, ordered],
  );
  if (open.length === 0) {
    return null;
  }
  return (
    <CutOffList
      view={{
        rows,
        isExchangeUp,
        isFolded,
        fold: (folded) => void store.dispatch(cutOffsFolded(folded)),
        ring: ring === null ? null : (call) => void ring(call, line),
        ringAll: ringAll === null ? null : () => void ringAll(),
        release: (calls, gone) => void release(calls, gone),
      }}
    />
  );
}

function Count() {
  const { store } = useConsole();
  const { open } = useCutOffs();
  return open.length === 0 ? null : (
    <CutOffCount
      count={open.length}
      open={() => {
        store.dispatch(cutOffsFolded(false));
        document.querySelector<HTMLElement>('[data-region="cut-offs"]')?.focus();
      }}
    />
  );
}

function Line(props: Extract<CutOffPart, { part: "line" }>) {
  const { line, isReady, selected, idle, left, leave } = props;
  const me = useRootState(selectMe);
  const { items, ring } = useCutOffs();
  const on = usePrivateLine();
  const cutOff = findLostOn(items, { user: me, line });
  if (cutOff === null || cutOff.call.id === left) {
    return <>{idle}</>;
  }
  const { id } = cutOff.call;
  return (
    <LostLine
      view={{
        cutOff,
        number: line === "line1" ? 1 : 2,
        isReady,
        selected,
        on,
        ring: ring === null ? null : () => void ring(id, on),
        leave: () => leave(id),
      }}
    />
  );
}
