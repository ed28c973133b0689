import { useMemo } from "react";

import type { Call } from "@linedesk/contract";
import { useConsole, useRootState } from "../../client/ConsoleProvider.tsx";
import { noticeClosed } from "../../client/store/desk-slice.ts";
import { selectActiveLine, selectLeg } from "../../client/store/select-calls.ts";
import { selectMyOffers } from "../../client/store/select-offers.ts";
import { selectTakeable } from "../../client/store/select-takeable.ts";
import type { RootState } from "../../client/store/store.ts";
import { toNoticeView } from "../../client/to-notice-view.ts";
import { useBarredAt } from "../../client/use-barred-lines.ts";
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

/** Returns the state of the whole desk: the call for F2, the notices, and urgent text. */
export function useDesk(): DeskView {
  const context = useConsole();
  const { call, skipped, isLeft } = useRootState(selectTakeable);
  const line = useRootState(selectActiveLine);
  const registered = useRootState((state) => state.desk.devices[line] !== "destroyed");
  const connected = useRootState((state) => state.desk.connection.status !== "offline");
  const isReading = useRootState((state) => state.seats.tab === "following");
  const open = useRootState((state) => state.calls.station);
  const isBarred = useBarredAt()(call?.station ?? open ?? "").has(line);
  const pending = useRootState((state) => state.desk.pending);
  const notices = useRootState((state) => state.desk.notices);
  const urgent = useRootState(describeUrgent);
  return useMemo((): DeskView => {
    const because = findDisabledReason({
      call,
      skipped,
      isLeft,
      registered,
      connected,
      isReading,
      isBarred,
    });
    const isPending = call !== null && pending[call.id] !== undefined;
    // The press itself checks whether a request is pending, because the drawing may be older.
    const take =
      call === null || because !== null
        ? null
        : () => void context.desk.actions.takeNext(call, line);
    return {
      takeNext: { call, take, because, pending: isPending, skipped },
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
    isLeft,
    line,
    registered,
    connected,
    isReading,
    isBarred,
    pending,
    notices,
    urgent,
  ]);
}

function findDisabledReason(desk: {
  call: Call | null;
  skipped: number;
  isLeft: boolean;
  registered: boolean;
  connected: boolean;
  isReading: boolean;
  isBarred: boolean;
}): TakeNextDisabledReason | null {
  if (desk.isReading) {
    return "other_tab";
  }
  if (!desk.connected) {
    return "not_connected";
  }
  if (!desk.registered) {
    return "device_not_ready";
  }
  if (desk.isBarred) {
    return "feeds_air";
  }
  if (desk.call !== null) {
    return null;
  }
  if (desk.isLeft) {
    return "for_screener";
  }
  return desk.skipped > 0 ? "all_hidden" : "nobody_waits";
}

type TakeNextDisabledReason =
  | "other_tab"
  | "nobody_waits"
  | "all_hidden"
  | "for_screener"
  /** The selected line feeds the air, and the role may not put calls to air. */
  | "feeds_air"
  | "device_not_ready"
  | "not_connected";

/** `useDesk()`: the state of the whole desk, without the state of single lines. */
export interface DeskView {
  /** The call that F2 takes on the selected line: unattended ones first, then the one order. */
  takeNext: {
    call: Call | null;
    take: (() => void) | null;
    because: TakeNextDisabledReason | null;
    pending: boolean;
    skipped: number;
  };
  /** Toasts, oldest first; those without an action disappear by themselves. */
  notices: NoticeView[];
  dismiss: (id: string) => void;
  /**
   * Urgent text for screen readers: the person's incoming call, a dropped line, a lost microphone.
   */
  urgent: string | null;
}
