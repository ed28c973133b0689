import type { DeviceLine } from "@linedesk/contract";
import { noticeClosed } from "../../store/desk-slice.ts";
import type { Notice } from "../../store/desk-state.ts";
import { selectAnsweredDirect, selectLeg } from "../../store/select-calls.ts";
import type { RootState, Store } from "../../store/store.ts";
import type { Schedule } from "./until-live.ts";

/** The time to read a notice twice after its cause has ended. */
const READ_MS = 8_000;

/**
 * Closes the notices whose cause has ended: at once if the line contradicts the notice or carries
 * another call, otherwise after the time to read the notice. Returns a function that stops this.
 */
export function endNotices({ store, schedule }: { store: Store; schedule: Schedule }): () => void {
  const ending = new Map<Notice, () => void>();
  /** The call that each notice's line carried when the notice appeared. */
  const carriedAt = new WeakMap<Notice, string | null>();

  function end(notice: Notice): void {
    ending.delete(notice);
    const { notices } = store.getState().desk;
    if (notices.includes(notice)) {
      store.dispatch(noticeClosed(notice.id));
    }
  }

  function check(): void {
    const state = store.getState();
    const { notices } = state.desk;
    for (const [notice, cancel] of ending) {
      if (!notices.includes(notice) || !isCauseOver(state, notice)) {
        cancel();
        ending.delete(notice);
      }
    }
    for (const notice of notices) {
      const carried = selectCarried(state, notice.line);
      if (!carriedAt.has(notice)) {
        carriedAt.set(notice, carried);
      }
      const isOfEarlier = carried !== null && carried !== carriedAt.get(notice);
      if (isOfEarlier || isContradicted(state, notice)) {
        end(notice);
      } else if (isCauseOver(state, notice) && !ending.has(notice)) {
        ending.set(
          notice,
          schedule(() => end(notice), READ_MS),
        );
      }
    }
  }

  check();
  const stop = store.onChange(check);
  return () => {
    stop();
    for (const cancel of ending.values()) {
      cancel();
    }
  };
}

function isCauseOver(state: RootState, { until, line }: Notice): boolean {
  if (until === "live") {
    return isLive(state);
  }
  return until === "ready" && line !== null && isReady(state, line);
}

function isContradicted(state: RootState, { until, line }: Notice): boolean {
  const isOnline = line !== null && state.carriers[line]?.status === "online";
  return until === "online" && isOnline && isLive(state);
}

function selectCarried(state: RootState, line: DeviceLine | null): string | null {
  if (line === null) {
    return null;
  }
  return selectLeg(state, line)?.callId ?? selectAnsweredDirect(state, line)?.id ?? null;
}

function isLive({ desk }: RootState): boolean {
  return desk.connection.status === "live";
}

function isReady({ desk }: RootState, line: DeviceLine): boolean {
  const status = desk.devices[line];
  return status === "registered" || status === "standby";
}
