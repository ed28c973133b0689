import type { Call, DeviceLine } from "@linedesk/contract";
import { tabChanged } from "../../store/seats-slice.ts";
import { selectAttendedCalls, selectCall, selectLeg, selectMe } from "../../store/select-calls.ts";
import type { RootState, Store } from "../../store/store.ts";
import { TabLeadership, type TabLocks } from "./tab-leadership.ts";

export interface TabDeskOptions {
  store: Store;
  softphones: { release: () => Promise<void> };
  actions: { takeOver: (call: string, line: DeviceLine) => Promise<void> };
  locks: TabLocks | undefined;
  onLead: () => void;
  log: (error: unknown) => void;
}

interface CarriedCall {
  id: string;
  line: DeviceLine;
  /** The call at the last attempt; a changed call is tried again. */
  tried: Call | null;
}

export class TabDesk {
  readonly #options: TabDeskOptions;
  readonly #leadership: TabLeadership;
  #carried: CarriedCall[] = [];
  #stopCarrying: (() => void) | null = null;

  constructor(options: TabDeskOptions) {
    const { locks, log } = options;
    this.#options = options;
    this.#leadership = new TabLeadership({
      locks,
      log,
      onChange: (isLeading) => this.#handle(isLeading),
    });
  }

  get isLeading(): boolean {
    return this.#options.store.getState().seats.tab === "leading";
  }

  start(user: string): void {
    this.#leadership.start(user);
  }

  takeOver(): void {
    this.#carried = findMyBridges(this.#options.store.getState());
    this.#leadership.takeOver();
  }

  close(): void {
    this.#stopCarrying?.();
    this.#leadership.close();
  }

  #handle(isLeading: boolean): void {
    const { store, softphones, onLead, log } = this.#options;
    store.dispatch(tabChanged(isLeading));
    this.#stopCarrying?.();
    onLead();
    if (isLeading) {
      return this.#carry();
    }
    this.#carried = [];
    softphones.release().catch(log);
  }

  #carry(): void {
    const { store, actions } = this.#options;
    if (this.#carried.length === 0) {
      return;
    }
    const updateCarried = (): void => {
      const state = store.getState();
      this.#carried = this.#carried.filter(
        ({ id }) => isMine(state, id) && !isHere(findLeg(state, id)),
      );
      if (this.#carried.length === 0) {
        this.#stopCarrying?.();
      }
      for (const carried of this.#carried) {
        const call = selectCall(state, carried.id);
        // The event may come after the response to the claim. Meanwhile the leg shows that a claim
        // is pending.
        const isRequested =
          state.desk.pending[carried.id] !== undefined || findLeg(state, carried.id) !== null;
        if (isUnattended(call) && call !== carried.tried && !isRequested) {
          carried.tried = call;
          void actions.takeOver(carried.id, carried.line);
        }
      }
    };
    this.#stopCarrying = store.onChange(updateCarried);
    updateCarried();
  }
}

function findMyBridges(state: RootState): CarriedCall[] {
  const me = selectMe(state);
  return selectAttendedCalls(state).flatMap(({ id, desk }) => {
    const isBridged = desk.status === "screening" || desk.status === "on_air";
    return isBridged && desk.holder.user === me
      ? [{ id, line: desk.holder.line, tried: null }]
      : [];
  });
}

function isMine(state: RootState, id: string): boolean {
  const desk = selectCall(state, id)?.desk;
  return desk !== undefined && "holder" in desk && desk.holder?.user === selectMe(state);
}

function findLeg(state: RootState, id: string) {
  const legs = [selectLeg(state, "line1"), selectLeg(state, "line2")];
  return legs.find((leg) => leg?.callId === id) ?? null;
}

function isHere(leg: ReturnType<typeof findLeg>): boolean {
  return leg !== null && leg.status !== "connecting";
}

function isUnattended(call: Call | null): boolean {
  return call?.desk.status === "held" && call.desk.unattended && call.claimedBy === null;
}
