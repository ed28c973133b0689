import type { DeviceLine } from "@linedesk/contract";
import type { Softphone } from "../../softphone/softphone.ts";
import { bothLinesChanged, noticeClosed, noticed } from "../../store/desk-slice.ts";
import type { CallAction } from "../../store/desk-state.ts";
import { selectCall, selectAnsweredDirect, selectLeg } from "../../store/select-calls.ts";
import type { RootState, Store } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";
import { untilState } from "../requests/until-live.ts";
import { PrivateLine } from "./private-line.ts";

function isReturning(pending: CallAction | undefined): boolean {
  return pending === "resume" || pending === "undo";
}

export interface LineExclusionOptions {
  store: Store;
  softphones: Record<DeviceLine, Softphone>;
  hold: (call: string, line: DeviceLine) => Promise<void>;
  /** Returns true when the line puts calls of that station to air. */
  feedsAir: (line: DeviceLine, station: string) => boolean;
}

const deviceLines = ["line1", "line2"] as const;
const otherOf: Record<DeviceLine, DeviceLine> = { line1: "line2", line2: "line1" };

/**
 * Returns the call that is or will be bridged on the line; `null` without such a call, for example
 * while the line's call is on hold.
 */
export function selectBridgedCall(state: RootState, line: DeviceLine): string | null {
  const id = selectLeg(state, line)?.callId;
  if (id === undefined) {
    return null;
  }
  const pending = state.desk.pending[id];
  const desk = selectCall(state, id)?.desk;
  // The line brings an interrupted call back by itself.
  const isHeld = desk?.status === "held" && desk.interrupted === undefined;
  const isAway = isHeld || desk?.status === "ended" || pending === "hang_up";
  return isAway && !isReturning(pending) ? null : id;
}

function findConference(state: RootState, call: string): string | null {
  return selectCall(state, call)?.conference?.id ?? null;
}

/** Returns true for two members of one conference. A line can carry first one, then the other. */
function areMembersOfOne(state: RootState, call: string, other: string | null): boolean {
  const conference = findConference(state, call);
  return other !== null && conference !== null && conference === findConference(state, other);
}

function selectCallOn(state: RootState, line: DeviceLine): string | null {
  return selectBridgedCall(state, line) ?? selectAnsweredDirect(state, line)?.id ?? null;
}

/**
 * Starts the exclusion: while a call is bridged on one line, the other line is muted and its call
 * is put on hold. Returns a function that stops this.
 */
export function startLineExclusion({
  store,
  softphones,
  actions,
  feedsAir,
}: Omit<LineExclusionOptions, "hold"> & {
  actions: Pick<LineExclusionOptions, "hold">;
}): () => void {
  const hold = actions.hold.bind(actions);
  const exclusion = new LineExclusion({ store, softphones, hold, feedsAir });
  return () => exclusion.close();
}

/**
 * When one line takes a call, the other line is muted at once, until the server holds the other
 * call. A line that is on air does not change, and the new call is private.
 */
export class LineExclusion {
  readonly #options: LineExclusionOptions;
  readonly #stop: () => void;
  #calls: Record<DeviceLine, string | null> = { line1: null, line2: null };
  /** The last call of each line, so that a call that failed to end does not count as new. */
  readonly #last: Record<DeviceLine, string | null> = { line1: null, line2: null };
  #newest: DeviceLine = "line1";
  readonly #yielding: Record<DeviceLine, string | null> = { line1: null, line2: null };
  /** The direct call of each line for which a notice states that it is muted and not held. */
  readonly #mutedDirect: Record<DeviceLine, string | null> = { line1: null, line2: null };
  readonly #private: PrivateLine;

  constructor(options: LineExclusionOptions) {
    this.#options = options;
    this.#private = new PrivateLine({
      softphones: options.softphones,
      callOn: (line) => this.#callOn(line),
      isOnAir: (line) => this.#isOnAir(line),
    });
    this.#stop = options.store.onChange(() => this.#check());
  }

  close(): void {
    this.#stop();
  }

  #check(): void {
    this.#closeNotices();
    const { store } = this.#options;
    const state = store.getState();
    const before = this.#calls;
    const now = { line1: selectCallOn(state, "line1"), line2: selectCallOn(state, "line2") };
    // When one call moves between the lines, no caller is held.
    if (now.line1 !== null && now.line1 === now.line2) {
      return;
    }
    this.#private.check();
    if (now.line1 === before.line1 && now.line2 === before.line2) {
      return;
    }
    this.#calls = now;
    this.#noteNewest(state, before);
    const isSwapped = now.line1 === before.line2 && now.line2 === before.line1;
    if (now.line1 !== null && now.line2 !== null) {
      if (!state.desk.bothLines && !isSwapped) {
        this.#separate(this.#newest);
      }
      return;
    }
    // The choice to talk on both lines lasts while both are bridged.
    const wereBoth = before.line1 !== null && before.line2 !== null;
    if (wereBoth && state.desk.bothLines) {
      store.dispatch(bothLinesChanged(false));
    }
  }

  #noteNewest(state: RootState, before: Record<DeviceLine, string | null>): void {
    for (const line of deviceLines) {
      const call = this.#calls[line];
      if (call === null || call === before[line]) {
        continue;
      }
      const last = this.#last[line];
      const isNew = call !== last && !areMembersOfOne(state, call, last);
      if (isNew || isReturning(state.desk.pending[call])) {
        this.#newest = line;
      }
      this.#last[line] = call;
    }
  }

  #separate(newest: DeviceLine): void {
    const call = this.#calls[newest];
    if (!this.#isOnAir(otherOf[newest])) {
      void this.#yield(otherOf[newest]);
    } else if (call !== null && !this.#isOnAir(newest)) {
      this.#private.begin(newest, call);
    }
  }

  /** Returns true for a call on air, and for one that its line puts to air when it connects. */
  #isOnAir(line: DeviceLine): boolean {
    const state = this.#options.store.getState();
    const call = selectCall(state, this.#callOn(line) ?? "");
    return (
      call !== null && (call.desk.status === "on_air" || this.#options.feedsAir(line, call.station))
    );
  }

  async #yield(line: DeviceLine): Promise<void> {
    const call = this.#calls[line];
    const yielding = this.#yielding[line];
    const state = this.#options.store.getState();
    if (call === null || yielding === call || areMembersOfOne(state, call, yielding)) {
      return;
    }
    this.#yielding[line] = call;
    await this.#muteAndHold(line, call);
    this.#yielding[line] = null;
  }

  async #muteAndHold(line: DeviceLine, call: string): Promise<void> {
    const softphone = this.#options.softphones[line];
    const wasMuted = softphone.isMuted;
    softphone.mute(true);
    const isJoined = await this.#untilJoined(otherOf[line]);
    if (isJoined) {
      await untilState(
        this.#options,
        () => this.#isHoldable(line, call) || !this.#isTalkedOn(otherOf[line]),
      );
    }
    const isOnAir = this.#isOnAir(line);
    if (isJoined && !isOnAir && this.#isTalkedOn(otherOf[line]) && this.#callOn(line) === call) {
      await this.#hold(line, call);
    }
    const { status } = selectCall(this.#options.store.getState(), call)?.desk ?? {};
    // A call that could not be held stays muted, which its card shows.
    const isSafe = status === "held" || isOnAir || !isJoined || !this.#isTalkedOn(otherOf[line]);
    const isOnLine = softphone.leg?.callId === call || this.#callOn(line) === call;
    if (isSafe && !wasMuted && isOnLine) {
      softphone.mute(false);
    }
  }

  async #hold(line: DeviceLine, call: string): Promise<void> {
    if (this.#isDirect(line, call)) {
      return this.#reportMuted(line, call);
    }
    await this.#options.hold(call, line);
  }

  #isDirect(line: DeviceLine, call: string): boolean {
    return selectAnsweredDirect(this.#options.store.getState(), line)?.id === call;
  }

  /** Explains why the line is muted: only callers of a station can be held. */
  #reportMuted(line: DeviceLine, call: string): void {
    const id = `direct:${line}`;
    const words = pageWords()("notices.directMuted");
    this.#options.store.dispatch(noticed({ id, tone: "warning", words, code: null, line }));
    this.#mutedDirect[line] = call;
    this.#closeNotices();
  }

  #closeNotices(): void {
    const { store, softphones } = this.#options;
    for (const line of deviceLines) {
      const call = this.#mutedDirect[line];
      if (call !== null && !(softphones[line].isMuted && this.#isDirect(line, call))) {
        this.#mutedDirect[line] = null;
        store.dispatch(noticeClosed(`direct:${line}`));
      }
    }
  }

  #callOn(line: DeviceLine): string | null {
    return selectCallOn(this.#options.store.getState(), line);
  }

  /**
   * Waits until a call is joined on the line, which may be another call that the server chose.
   * Returns false if the line gets none, for example because a colleague got the call.
   */
  async #untilJoined(line: DeviceLine): Promise<boolean> {
    function isJoined(state: RootState, call: string): boolean {
      const direct = selectAnsweredDirect(state, line);
      if (direct?.id === call) {
        return direct.status === "talking";
      }
      const status = selectCall(state, call)?.desk.status;
      const isBridged = status === "screening" || status === "on_air";
      return isBridged && selectLeg(state, line)?.status !== "connecting";
    }
    await untilState(this.#options, (state) => {
      const call = selectCallOn(state, line);
      return call === null || isJoined(state, call);
    });
    return this.#isTalkedOn(line);
  }

  #isTalkedOn(line: DeviceLine): boolean {
    return this.#callOn(line) !== null;
  }

  /**
   * Returns false for a call that is still being connected to the line or has a pending request,
   * and for a number that still rings.
   */
  #isHoldable(line: DeviceLine, call: string): boolean {
    const state = this.#options.store.getState();
    const leg = selectLeg(state, line);
    const status = selectCall(state, call)?.desk.status;
    const other = selectCall(state, call);
    const isDialled = other !== null && other.dial !== null;
    const isRinging = isDialled && other.callState === "ringing";
    const isConnected =
      leg?.status !== "connecting" && status !== "waiting" && status !== "ready" && !isRinging;
    return leg?.callId !== call || (isConnected && state.desk.pending[call] === undefined);
  }
}
