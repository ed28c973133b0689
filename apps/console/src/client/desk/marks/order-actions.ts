import {
  type Call,
  flagCaller,
  type FlagSight,
  listFlags,
  listOfKind,
  pinCall,
  placeCall,
  placeInQueue,
  setCallPerson,
  type StationFlag,
  toOrdered,
} from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import { describeFailure } from "../../failures/describe-failure.ts";
import { callAnswered } from "../../store/calls-slice.ts";
import { noticed } from "../../store/desk-slice.ts";
import { selectCall, selectStationCalls } from "../../store/select-calls.ts";
import type { Store } from "../../store/store.ts";
import type { OwnChanges } from "../requests/own-changes.ts";
import { requestCalls } from "../requests/request-calls.ts";

export interface OrderActionsOptions {
  http: HttpClient;
  store: Store;
  changes: OwnChanges;
}

/** The calls above and below the new place, in the order of the list. */
export interface Neighbours {
  above: string[];
  below: string[];
}

/**
 * Changes the order of the queue, the flags of callers, and the person of a call. A change of the
 * order or of a flag is shown at once.
 */
export class OrderActions {
  readonly #options: OrderActionsOptions;

  constructor(options: OrderActionsOptions) {
    this.#options = options;
  }

  /** Moves a call to a place among its own kind, counted from 1. */
  moveTo(call: string, position: number): Promise<void> {
    const { http } = this.#options;
    const byId = this.#findNeighbours(call);
    const moved = byId[call];
    if (moved === undefined) {
      return Promise.resolve();
    }
    const positions = placeInQueue(Object.values(byId).map(toOrdered), toOrdered(moved), position);
    const after = [...positions].flatMap(([id, given]) => {
      const one = byId[id];
      return one === undefined ? [] : [{ ...one, position: given }];
    });
    if (after.length === 0) {
      return Promise.resolve();
    }
    return this.#change({ id: `place:${call}`, after }, () =>
      http.call(placeCall, { body: { call, position } }),
    );
  }

  /**
   * Moves a call between the neighbours that the list shows; neighbours of another kind do not
   * count.
   */
  moveAmong(call: string, { above, below }: Neighbours): Promise<void> {
    const byId = this.#findNeighbours(call);
    const moved = byId[call];
    if (moved === undefined) {
      return Promise.resolve();
    }
    const ordered = Object.values(byId).map(toOrdered);
    const kind = listOfKind(ordered, toOrdered(moved)).map(({ id }) => id);
    const others = kind.filter((id) => id !== call);
    const before = above.findLast((id) => others.includes(id));
    const behind = below.find((id) => others.includes(id));
    if (before !== undefined) {
      return this.moveTo(call, others.indexOf(before) + 2);
    }
    return behind === undefined ? Promise.resolve() : this.moveTo(call, others.indexOf(behind) + 1);
  }

  #findNeighbours(call: string): Record<string, Call> {
    const state = this.#options.store.getState();
    return selectStationCalls(state, selectCall(state, call)?.station ?? "");
  }

  pin(call: string, pinned: boolean): Promise<void> {
    const { store, http } = this.#options;
    const before = selectCall(store.getState(), call);
    const after =
      before === null ? [] : [{ ...before, marks: { ...before.marks, pinned }, position: null }];
    return this.#change({ id: `pin:${call}`, after }, () =>
      http.call(pinCall, { body: { call, pinned } }),
    );
  }

  readFlags(station: string, signal: AbortSignal): Promise<StationFlag[]> {
    return this.#options.http.call(listFlags, { params: { id: station }, signal });
  }

  flag(call: string, flag: StationFlag, change: FlagChange): Promise<void> {
    const { store, http } = this.#options;
    const before = selectCall(store.getState(), call);
    const after = before === null ? [] : [withFlag(before, flag, change)];
    return this.#change({ id: `flag:${call}`, after }, () =>
      http.call(flagCaller, { body: { call, flag: flag.id, ...change } }),
    );
  }

  setPerson(call: string, who: { caller: string } | { name: string }): Promise<void> {
    return this.#change({ id: `person:${call}`, after: [] }, () =>
      this.#options.http.call(setCallPerson, { body: { call, ...who } }),
    );
  }

  async #change(
    { id, after }: { id: string; after: Call[] },
    ask: () => Promise<{ call: Call }>,
  ): Promise<void> {
    const { store } = this.#options;
    const before = after.flatMap((call) => selectCall(store.getState(), call.id) ?? []);
    for (const call of after) {
      store.dispatch(callAnswered(call));
    }
    const { changes } = this.#options;
    // The server has to get the changes of one flag in the order in which the person made them.
    const earlier = changes.whenOver();
    const asking =
      earlier === null ? requestCalls(store, ask) : earlier.then(() => requestCalls(store, ask));
    try {
      (await changes.track(asking)).apply();
    } catch (error) {
      this.#rollBack(before, after);
      const { words, code } = describeFailure(error);
      store.dispatch(noticed({ id, tone: "failure", words, code, line: null }));
    }
  }

  #rollBack(before: readonly Call[], after: readonly Call[]): void {
    const { store } = this.#options;
    for (const [index, shown] of after.entries()) {
      const was = before[index];
      if (was !== undefined && selectCall(store.getState(), was.id) === shown) {
        store.dispatch(callAnswered(was));
      }
    }
  }
}

export interface FlagChange {
  carried: boolean;
  reason?: string;
  until?: string | null;
  /** The flag as it was shown, so that a newer change by another person is not overwritten. */
  seen?: FlagSight;
}

function withFlag(call: Call, flag: StationFlag, { carried, reason, until }: FlagChange): Call {
  const { caller } = call;
  const known = caller.flags.find(({ id }) => id === flag.id);
  const flags = caller.flags.filter(({ id }) => id !== flag.id);
  const flagIds = caller.flagIds.filter((id) => id !== flag.id);
  if (!carried) {
    return { ...call, caller: { ...caller, flags, flagIds } };
  }
  const { id, name, colour, icon, kind } = flag;
  const drawn = icon === null ? {} : { icon };
  const holds = { reason: reason ?? known?.reason ?? "", until: until ?? known?.until ?? null };
  const shown = { id, name, colour, ...drawn, ...holds };
  return {
    ...call,
    caller: {
      ...caller,
      // Only the server's response shows a warning, because another flag may take precedence.
      flags: kind === "label" ? [...flags, shown] : flags,
      flagIds: [...flagIds, id],
    },
  };
}
