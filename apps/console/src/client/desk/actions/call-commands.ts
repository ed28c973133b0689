import {
  type Call,
  type DeviceLine,
  type EndpointBody,
  handleConference,
  handleHold,
  openPhoneLines,
} from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import type { CallChange } from "../../actions/desk-action.ts";
import { describeFailure } from "../../failures/describe-failure.ts";
import type { Softphone } from "../../softphone/softphone.ts";
import { linesLoaded } from "../../store/calls-slice.ts";
import {
  bothLinesChanged,
  callTaken,
  editChanged,
  noticed,
  lineSelected,
  panelChanged,
} from "../../store/desk-slice.ts";
import type { CallAction } from "../../store/desk-state.ts";
import { selectActiveLine, selectCall, selectLeg } from "../../store/select-calls.ts";
import { selectHiddenAt } from "../../store/select-hidden.ts";
import { selectTakeable } from "../../store/select-takeable.ts";
import type { Store } from "../../store/store.ts";
import { watchedLinesLoaded } from "../../store/watched-slice.ts";
import { isAnnounced } from "../../words/action-words.ts";
import { pageWords } from "../../words/page-words.ts";
import type { LineClaims } from "../claims/line-claims.ts";
import { selectBridgedCall } from "../claims/line-exclusion.ts";
import type { SwitchGuard } from "../claims/switch-guard.ts";
import { unmuteAfterBridge } from "../claims/unmute-after-bridge.ts";
import type { Leaving } from "../leaving/leaving.ts";
import { type CallerField, saveCallerField } from "../marks/save-caller-field.ts";
import type { CallRequests } from "../requests/call-requests.ts";
import { requestCalls } from "../requests/request-calls.ts";
import { type Schedule, untilState } from "../requests/until-live.ts";
import type { WhenBack } from "../requests/when-back.ts";

const lines = ["line1", "line2"] as const;

export interface CallCommandsOptions {
  http: HttpClient;
  requests: CallRequests;
  softphones: Record<DeviceLine, Softphone>;
  claims: LineClaims;
  switchGuard: SwitchGuard;
  leaving: Leaving;
  whenBack: WhenBack;
  startsMuted: () => boolean;
  schedule: Schedule;
  /** Returns true when the line puts calls of that station to air. */
  feedsAir: (line: DeviceLine, station: string) => boolean;
}

export class CallCommands {
  readonly #options: CallCommandsOptions;

  constructor(options: CallCommandsOptions) {
    this.#options = options;
  }

  get #requests(): CallRequests {
    return this.#options.requests;
  }

  get #store(): Store {
    return this.#requests.store;
  }

  /**
   * Accepts the call. Does nothing for a call that is already on the line, because the second press
   * of a double click can arrive late.
   */
  async accept(call: string, line: DeviceLine): Promise<void> {
    if (selectLeg(this.#store.getState(), line)?.callId === call) {
      return;
    }
    return this.#joinForAir({ call, action: "accept", line }, (evenIfNotReady) =>
      this.#options.claims.take({ call, action: "accept", line, ...evenIfNotReady }),
    );
  }

  /**
   * `likely` is the expected caller; the server decides, so that no two seats get the same caller.
   * In dump mode `ends` is the call on air, which then ends.
   */
  takeNext(likely: Call, line: DeviceLine, ends?: string): Promise<void> {
    const { id: call, station } = likely;
    const named = ends === undefined ? {} : { ends };
    return this.#joinForAir({ call, action: "accept", line, ...named }, (evenIfNotReady) =>
      this.#options.claims.take({
        call,
        station,
        action: "take_next",
        line,
        hiddenFlags: selectHiddenAt(this.#store.getState(), station),
        ...named,
        ...evenIfNotReady,
      }),
    );
  }

  /** Takes the next caller on a start contact, without a press; does nothing when nobody waits. */
  async takeNextOn(line: DeviceLine): Promise<void> {
    const { call } = selectTakeable(this.#store.getState());
    if (call !== null) {
      await this.takeNext(call, line);
    }
  }

  takeOver(call: string, line: DeviceLine): Promise<void> {
    return this.#joinForAir({ call, action: "accept", line }, (evenIfNotReady) =>
      this.#options.claims.take({ call, action: "take_over", line, ...evenIfNotReady }),
    );
  }

  async hold(call: string, line: DeviceLine): Promise<void> {
    await this.#requests.send({ call, action: "hold", line }, async () => {
      const unmute = await this.#options.whenBack.wait("hold", line);
      const conference = this.#conferenceOf(call);
      if (conference === null) {
        const { http } = this.#options;
        const body = { call, hold: true };
        const send = () => http.call(handleHold, { body });
        const holding = requestCalls(this.#store, () =>
          this.#options.whenBack.repeat("hold", line, send),
        );
        const answer = await this.#requests.changes.track(holding);
        answer.apply();
      } else {
        await this.#holdMembers({ conference, on: true });
      }
      unmute();
      this.#requests.announce("hold", { call });
    });
  }

  resume(call: string, line: DeviceLine): Promise<void> {
    return this.#joinForAir({ call, action: "resume", line }, async (evenIfNotReady) => {
      const onLine = selectLeg(this.#store.getState(), line)?.callId;
      const conference = this.#conferenceOf(call);
      if (
        conference !== null &&
        onLine !== undefined &&
        this.#conferenceOf(onLine) === conference
      ) {
        const only = onLine === call ? {} : { calls: [call] };
        await this.#holdMembers({ conference, on: false, ...only, ...evenIfNotReady });
      } else {
        const body = { call, hold: false, line, ...evenIfNotReady };
        const { http, claims } = this.#options;
        await claims.prepare(line);
        const answer = await requestCalls(this.#store, () => http.call(handleHold, { body }));
        await claims.join(answer, line);
        await this.#untilResumed(call, line);
      }
      this.#requests.announce("resume", { call });
    });
  }

  /**
   * Waits until the server has confirmed that the held call is on the line again. Until then the
   * press is pending, so that the call counts as a call on the line.
   */
  #untilResumed(call: string, line: DeviceLine): Promise<void> {
    return untilState({ store: this.#store, schedule: this.#options.schedule }, (state) => {
      const isHeld = selectCall(state, call)?.desk.status === "held";
      return !isHeld || selectLeg(state, line)?.callId !== call;
    });
  }

  #conferenceOf(call: string): string | null {
    return selectCall(this.#store.getState(), call)?.conference?.id ?? null;
  }

  async #holdMembers(how: Omit<EndpointBody<typeof handleConference>, "action">): Promise<void> {
    const body = { action: "hold" as const, ...how };
    const { http } = this.#options;
    const answer = await requestCalls(this.#store, () => http.call(handleConference, { body }));
    answer.apply();
  }

  /** Resumes the call without holding the call on the other line. */
  async resumeBeside(call: string, line: DeviceLine): Promise<void> {
    const store = this.#store;
    store.dispatch(bothLinesChanged(true));
    await this.resume(call, line);
    const state = store.getState();
    if (lines.some((each) => selectBridgedCall(state, each) === null)) {
      store.dispatch(bothLinesChanged(false));
    }
  }

  /**
   * Begins a private talk with a caller on hold. Meanwhile the other line is muted, and its call is
   * not put on hold.
   */
  async resumePrivately(call: string, line: DeviceLine): Promise<void> {
    const { http, softphones, claims } = this.#options;
    const own = softphones[line];
    const other = softphones[line === "line1" ? "line2" : "line1"];
    const wasMuted = other.isMuted;
    other.mute(true);
    // The desk mutes a call that comes while the other line is on air. The talk needs this
    // microphone.
    if (own.isMuted) {
      own.mute(false);
    }
    this.#store.dispatch(bothLinesChanged(true));
    await this.#join({ call, action: "resume", line }, async () => {
      const body = { call, hold: false, line, privately: true };
      const answer = await requestCalls(this.#store, () => http.call(handleHold, { body }));
      await claims.join(answer, line);
      await this.#untilResumed(call, line);
      this.#requests.announce("resume", { call });
    });
    if (selectLeg(this.#store.getState(), line)?.callId !== call) {
      this.#store.dispatch(bothLinesChanged(false));
      other.mute(wasMuted);
    } else if (!wasMuted) {
      void unmuteAfterBridge({ store: this.#store, muted: other, call, line });
    }
  }

  /** Replaces the leg of a call whose sound is interrupted. */
  async retrySound(call: string, line: DeviceLine): Promise<void> {
    const { retrySound } = await import("./retry-sound.ts");
    const { softphones, schedule } = this.#options;
    return retrySound({ store: this.#store, softphones, actions: this, schedule }, call, line);
  }

  acceptDirect(line: DeviceLine): void {
    const { softphones, startsMuted } = this.#options;
    if (selectActiveLine(this.#store.getState()) !== line) {
      this.#store.dispatch(lineSelected(line));
    }
    softphones[line].direct.accept({ muted: startsMuted() });
  }

  hangUp(call: string, line: DeviceLine): Promise<void> {
    return this.#options.leaving.hangUp(call, line);
  }

  mute(line: DeviceLine, muted: boolean): void {
    if (this.#options.softphones[line].mute(muted)) {
      this.#requests.announce(muted ? "mute" : "unmute", { line });
    }
  }

  reject(call: string): Promise<void> {
    return this.#options.leaving.reject(call);
  }

  /** Sends the request of an action that only changes a call. A notice reports a failure. */
  async change({ action, call, ask }: CallChange): Promise<void> {
    const store = this.#store;
    try {
      const answer = await requestCalls(store, () => ask(this.#options.http));
      if (isAnnounced(action)) {
        this.#requests.announce(action, { call });
      }
      answer.apply();
    } catch (error) {
      const { words, code } = describeFailure(error);
      const id = `${action}:${call}`;
      store.dispatch(noticed({ id, tone: "failure", words, code, line: null }));
    }
  }

  /**
   * Shows the value at once. If the server refuses it, the earlier value returns and the reason is
   * beside the field.
   */
  async editCaller(call: string, field: CallerField, value: string, seen?: string): Promise<void> {
    const store = this.#store;
    const key = `${call}:${field}`;
    store.dispatch(editChanged({ key, edit: { status: "saving", value } }));
    try {
      const saving = requestCalls(store, () =>
        saveCallerField(this.#options.http, { call, field, value, seen }),
      );
      const saved = await this.#requests.changes.track(saving);
      saved.apply();
      store.dispatch(editChanged({ key, edit: null }));
    } catch (error) {
      const { words, code } = describeFailure(error);
      store.dispatch(editChanged({ key, edit: { status: "failed", value, words } }));
      this.#noticeUnseenEdit({ call, key, words, code });
    }
  }

  /**
   * Reports the failure in a notice when the panel shows another caller and therefore does not have
   * the field.
   */
  #noticeUnseenEdit(edit: { call: string; key: string; words: string; code: string | null }): void {
    const store = this.#store;
    const { call, key, code } = edit;
    const shown = store.getState().desk.selected_call;
    if (shown === null || shown === call) {
      return;
    }
    const name = this.#requests.nameOf(call);
    const words = pageWords()("notices.notSaved", { name, words: edit.words });
    store.dispatch(noticed({ id: `edit:${key}`, tone: "failure", words, code, line: null }));
  }

  async setOpen(station: string, open: boolean, phoneLine?: string): Promise<void> {
    const { http } = this.#options;
    const store = this.#store;
    try {
      const body = { station, open, ...(phoneLine === undefined ? {} : { phoneLine }) };
      const { items } = await http.call(openPhoneLines, { body });
      store.dispatch(linesLoaded({ station, phoneLines: items }));
      store.dispatch(watchedLinesLoaded({ station, phoneLines: items }));
    } catch (error) {
      this.#requests.fail(
        `open:${station}`,
        error,
        () => void this.setOpen(station, open, phoneLine),
      );
    }
  }

  /**
   * Runs a request that can take a caller to air, after this person's own edits are stored. With a
   * second press the request succeeds even if the caller is not air-ready.
   */
  #joinForAir(
    request: { call: string; action: CallAction; line: DeviceLine; ends?: string },
    run: (how: { evenIfNotReady?: true }) => Promise<void>,
  ): Promise<void> {
    const how: { evenIfNotReady?: true } = {};
    const insist = () => {
      how.evenIfNotReady = true;
    };
    if (this.#requests.isConfirmed(request)) {
      insist();
    }
    return this.#join({ ...request, insist }, async () => {
      const changed = this.#requests.changes.whenOver();
      if (changed !== null) {
        await changed;
      }
      await run(how);
    });
  }

  async #join(
    request: {
      call: string;
      action: CallAction;
      line: DeviceLine;
      ends?: string;
      insist?: () => void;
    },
    run: () => Promise<void>,
  ): Promise<void> {
    const store = this.#store;
    const { call, line, action, ends } = request;
    const isPending = store.getState().desk.pending[call] !== undefined;
    if (isPending || !this.#options.switchGuard.press(call, line, ends)) {
      return;
    }
    store.dispatch(callTaken({ call, line }));
    const isTaken = action === "accept";
    this.#announceToAir(isTaken ? call : null, line);
    const isDone = await this.#requests.send(request, run);
    const onLine = selectLeg(store.getState(), line)?.callId ?? null;
    if (onLine !== call) {
      // For Next, the server may have chosen another caller.
      this.#announceToAir(isTaken && isDone ? onLine : null, line);
      store.dispatch(panelChanged({ type: "refused", call, onLine }));
    }
  }

  #announceToAir(id: string | null, line: DeviceLine): void {
    const call = id === null ? null : selectCall(this.#store.getState(), id);
    if (call !== null && this.#options.feedsAir(line, call.station)) {
      this.#requests.announce("take_next", { call: call.id });
    }
  }
}
