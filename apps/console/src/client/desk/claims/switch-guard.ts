import type { Call, DeviceLine } from "@linedesk/contract";
import { noticeClosed, noticed } from "../../store/desk-slice.ts";
import { selectCall, selectLeg } from "../../store/select-calls.ts";
import type { Store } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";

export interface SwitchGuardOptions {
  store: Store;
  endsOnSwitch: () => boolean;
  now: () => number;
}

/** A second press within this time takes the call. */
const ARMED_FOR_MS = 3_000;

/**
 * Requires two presses to take a call when this ends another call. A call on air keeps its line
 * until the person holds or ends it.
 */
export class SwitchGuard {
  readonly #options: SwitchGuardOptions;
  #armed: { call: string; line: DeviceLine; at: number } | null = null;
  /** The call on air whose line shows that it refused another call. */
  #refused: { call: string; line: DeviceLine; conference: string | undefined } | null = null;

  constructor(options: SwitchGuardOptions) {
    this.#options = options;
    options.store.onChange(() => {
      const call = selectCall(options.store.getState(), this.#refused?.call ?? "");
      // The person has brought the other caller into a conference instead.
      const isJoined = call?.conference?.id !== this.#refused?.conference;
      if (call?.desk.status !== "on_air" || isJoined) {
        this.#closeRefusal();
      }
    });
  }

  #closeRefusal(): void {
    const refused = this.#refused;
    if (refused !== null) {
      this.#refused = null;
      this.#options.store.dispatch(noticeClosed(toNoticeId(refused.line)));
    }
  }

  /**
   * Notes one press; returns true when the call may be taken now. `ends` is the call that the press
   * would end.
   */
  press(call: string, line: DeviceLine, ends?: string): boolean {
    const { store, endsOnSwitch, now } = this.#options;
    this.#closeRefusal();
    const state = store.getState();
    const carried = selectLeg(state, line)?.callId;
    const other = carried === undefined ? null : selectCall(state, carried);
    const isNamed = carried === call || carried === ends;
    if (other === null || isNamed || other.desk.status === "ended") {
      return true;
    }
    const name = other.caller.name ?? other.caller.numberDisplay;
    const pending = state.desk.pending[other.id];
    const isLeaving = pending === "hold" || pending === "hang_up";
    if (!isLeaving && staysOnAir(other, selectCall(state, call))) {
      this.#warn(line, pageWords()("notices.onAirFirst", { name }));
      this.#refused = { call: other.id, line, conference: other.conference?.id };
      return false;
    }
    if (!endsOnSwitch()) {
      return true;
    }
    const armed = this.#armed;
    const at = now();
    const isSecond = armed?.call === call && armed.line === line && at - armed.at < ARMED_FOR_MS;
    this.#armed = isSecond ? null : { call, line, at };
    if (isSecond) {
      store.dispatch(noticeClosed(toNoticeId(line)));
    } else {
      this.#warn(line, pageWords()("notices.endsOther", { name }));
    }
    return isSecond;
  }

  #warn(line: DeviceLine, words: string): void {
    const notice = { id: toNoticeId(line), tone: "warning" as const, words, code: null, line };
    this.#options.store.dispatch(noticed(notice));
  }
}

/**
 * Returns true for a call on air that is not leaving, unless it is in the same conference as the
 * taken call.
 */
function staysOnAir({ desk, leaving, conference }: Call, taken: Call | null): boolean {
  const isSameConference = conference !== null && taken?.conference?.id === conference.id;
  return desk.status === "on_air" && leaving === null && !isSameConference;
}

function toNoticeId(line: DeviceLine): string {
  return `switch:${line}`;
}
