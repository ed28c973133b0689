import { useMemo } from "react";

import type { Call, DeviceLine } from "@linedesk/contract";
import {
  findDisabledReason,
  type NextDisabledReason,
  seatActions,
} from "../../client/actions/seat-actions.ts";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { noticeClosed } from "../../client/store/desk-slice.ts";
import { selectActiveLine, selectCall, selectLeg } from "../../client/store/select-calls.ts";
import { selectMyOffers } from "../../client/store/select-offers.ts";
import { selectTakeable } from "../../client/store/select-takeable.ts";
import type { RootState } from "../../client/store/store.ts";
import { toNoticeView } from "../../client/to-notice-view.ts";
import { useBarredAt, useFeedsAir } from "../../client/use-barred-lines.ts";
import { pageWords } from "../../client/words/page-words.ts";
import type { NoticeView } from "../../lib/notice-view.ts";

const lines = ["line1", "line2"] as const;

/** Returns the text for which a screen reader interrupts other text. */
export function describeUrgent(state: RootState): string | null {
  return (
    describeOffer(state) ??
    describeInterruption(state) ??
    state.desk.notices.findLast(({ urgent }) => urgent === true)?.words ??
    null
  );
}

function describeOffer(state: RootState): string | null {
  const call = selectMyOffers(state)[0];
  if (call === undefined || call.offer === null) {
    return null;
  }
  const caller = call.caller.name ?? call.caller.numberDisplay;
  return pageWords()("notices.offered", { name: call.offer.from.name, caller });
}

function describeInterruption(state: RootState): string | null {
  const line = lines.find((each) => selectLeg(state, each)?.status === "reconnecting");
  return line === undefined
    ? null
    : pageWords()("notices.audioInterrupted", { number: line.slice(4) });
}

/** Returns true for a line without a call, and for one whose caller is on hold. */
export function selectIsFreed(state: RootState, line: DeviceLine): boolean {
  const leg = selectLeg(state, line);
  return leg === null || selectCall(state, leg.callId)?.desk.status === "held";
}

/** Returns the state of the whole desk: the call for F2, the notices, and urgent text. */
export function useDesk(): DeskView {
  const context = useConsole();
  const { call, skipped, isForScreener } = useRootState(selectTakeable);
  const line = useRootState(selectActiveLine);
  const isRegistered = useRootState((state) => state.desk.devices[line] !== "destroyed");
  const isConnected = useRootState((state) => state.desk.connection.status !== "offline");
  const isReading = useRootState((state) => state.seats.tab === "following");
  const open = useRootState((state) => state.calls.station);
  const station = call?.station ?? open;
  const isBarred = useBarredAt()(station ?? "").has(line);
  const mayTake = useRootState((state) => selectIsFreed(state, line));
  const toAir = useFeedsAir(line, station) && mayTake;
  const pending = useRootState((state) => state.desk.pending);
  const notices = useRootState((state) => state.desk.notices);
  const urgent = useRootState(describeUrgent);
  return useMemo((): DeskView => {
    const next = {
      line,
      call,
      skipped,
      isForScreener,
      isRegistered,
      isConnected,
      isReading,
      isBarred,
    };
    const { isPossible, run } = seatActions.take_next;
    const isPending = call !== null && pending[call.id] !== undefined;
    // `run` itself checks for a pending request, which may be newer than the drawn state.
    const take = isPossible(next) ? () => run(context.desk, next) : null;
    const because = findDisabledReason(next);
    return {
      takeNext: { call, take, because, pending: isPending, skipped, toAir },
      notices: notices
        .filter((notice) => notice.line === null)
        .map((notice) => toNoticeView(notice, (...press) => context.desk.requests.act(...press))),
      dismiss: (id) => void context.store.dispatch(noticeClosed(id)),
      urgent,
    };
  }, [
    context,
    call,
    skipped,
    isForScreener,
    line,
    isRegistered,
    isConnected,
    isReading,
    isBarred,
    toAir,
    pending,
    notices,
    urgent,
  ]);
}

/** `useDesk()`: the state of the whole desk and of no single line. */
export interface DeskView {
  /** The call that F2 takes on the selected line: unattended calls first, then the one order. */
  takeNext: {
    call: Call | null;
    take: (() => void) | null;
    because: NextDisabledReason | null;
    pending: boolean;
    skipped: number;
    /** Is true when the selected line can take the caller and puts this caller to air. */
    toAir: boolean;
  };
  /**
   * Toasts, oldest first. A notice without an action disappears by itself, unless it is a failure.
   */
  notices: NoticeView[];
  dismiss: (id: string) => void;
  /** Urgent text for screen readers: an offered call, an interrupted line, or an urgent notice. */
  urgent: string | null;
}
