import {
  type Call,
  type Claim,
  type DeviceLine,
  type EndpointBody,
  handleConference,
  type UserSettings,
} from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import { mayJoinConference } from "../../actions/may-join-conference.ts";
import type { Softphone } from "../../softphone/softphone.ts";
import { bothLinesChanged, callTaken } from "../../store/desk-slice.ts";
import { selectActiveLine, selectCall, selectLeg, selectMe } from "../../store/select-calls.ts";
import type { CallCommands } from "../actions/call-commands.ts";
import { takeCall } from "../actions/take-call.ts";
import type { LineClaims } from "../claims/line-claims.ts";
import { unmuteAfterBridge } from "../claims/unmute-after-bridge.ts";
import type { Dialler } from "../dialling/dialler.ts";
import type { CallRequests } from "../requests/call-requests.ts";
import { requestCalls } from "../requests/request-calls.ts";
import { untilState } from "../requests/until-live.ts";

export type ConferenceRequest = EndpointBody<typeof handleConference>;

interface ConferencesDeps {
  http: HttpClient;
  requests: CallRequests;
  claims: LineClaims;
  actions: CallCommands;
  dialler: Dialler;
  softphones: Record<DeviceLine, Softphone>;
  settings: () => Pick<UserSettings, "endConferenceBehavior">;
}

interface Answer {
  calls: Call[];
  claim: Claim | null;
}

const otherOf: Record<DeviceLine, DeviceLine> = { line1: "line2", line2: "line1" };

export class Conferences {
  readonly #deps: ConferencesDeps;
  readonly #starts = new Map<string, Promise<boolean>>();
  #dialled: Promise<void> = Promise.resolve();

  constructor(deps: ConferencesDeps) {
    this.#deps = deps;
  }

  get endBehavior(): "END" | "HOLD" {
    return this.#deps.settings().endConferenceBehavior;
  }

  /** Returns true on success. A second press includes callers who are not air-ready. */
  send(body: ConferenceRequest, line: DeviceLine | null = null): Promise<boolean> {
    const [own, ...others] = body.calls ?? [];
    return body.action === "start" && own !== undefined
      ? this.#start(own, others, line)
      : this.#ask(body, { line });
  }

  async #start(own: string, others: string[], line: DeviceLine | null): Promise<boolean> {
    const before = this.#starts.get(own);
    const begun = this.#startAfter(before, { own, others, line });
    this.#starts.set(own, begun);
    try {
      return await begun;
    } finally {
      if (this.#starts.get(own) === begun) {
        this.#starts.delete(own);
      }
    }
  }

  async #startAfter(
    before: Promise<boolean> | undefined,
    { own, others, line }: { own: string; others: string[]; line: DeviceLine | null },
  ): Promise<boolean> {
    const isBegun = before !== undefined && (await before);
    const conference = selectCall(this.#deps.requests.store.getState(), own)?.conference;
    if (!isBegun || conference === null || conference === undefined) {
      return this.#ask({ action: "start", calls: [own, ...others] }, { line });
    }
    const add = { action: "add" as const, conference: conference.id, calls: others };
    return others.length === 0 || this.#ask(add, { line });
  }

  /**
   * Adds the calls to the selected line's call. If the line has no call, it first answers the first
   * of these calls.
   */
  async gather(ids: readonly string[]): Promise<void> {
    const { store } = this.#deps.requests;
    const line = selectActiveLine(store.getState());
    const own = this.#ownCall(line);
    const me = selectMe(store.getState());
    const toAir = own?.desk.status === "on_air";
    const others = ids.filter((id) => {
      const call = selectCall(store.getState(), id);
      return id !== own?.id && call !== null && mayJoinConference(call, me, toAir);
    });
    const [first, ...rest] = others;
    if (first === undefined) {
      return;
    }
    if (own !== null) {
      return this.#addToConference(own, others);
    }
    takeCall({ store, actions: this.#deps.actions }, first, line);
    const call = await this.#untilBridged(first, line);
    if (call !== null && rest.length > 0) {
      await this.#addToConference(call, rest);
    }
  }

  /**
   * Dials a number into the selected line's conference. The next number waits until the server has
   * answered this request.
   */
  dialIn(to: string): Promise<void> {
    this.#dialled = this.#dialled.then(() => this.#dialNext(to));
    return this.#dialled;
  }

  async #dialNext(to: string): Promise<void> {
    const { requests, dialler } = this.#deps;
    const line = selectActiveLine(requests.store.getState());
    const own = this.#ownCall(line);
    if (own === null) {
      return;
    }
    if (own.conference !== null || (await this.send({ action: "start", calls: [own.id] }))) {
      await dialler.dial(own.station, to, line);
    }
  }

  join(conference: string, line: DeviceLine): Promise<boolean> {
    const { claims, requests } = this.#deps;
    return this.#ask(
      { action: "join", conference, line },
      { line },
      async ({ calls, claim, apply }) => {
        const [call] = calls;
        if (call !== undefined) {
          requests.store.dispatch(callTaken({ call: call.id, line }));
          await claims.join({ call, claim, apply }, line);
        }
      },
    );
  }

  /** Mutes the conference's line first; then the private talk begins on the other line. */
  async openTalkback(id: string): Promise<void> {
    const { requests, claims, softphones } = this.#deps;
    const { store } = requests;
    const conference = selectCall(store.getState(), id)?.conference?.id;
    const line = conference === undefined ? null : this.#lineOf(conference);
    if (conference === undefined || line === null) {
      return;
    }
    const other = otherOf[line];
    const wasMuted = softphones[line].leg?.muted === true;
    softphones[line].mute(true);
    store.dispatch(bothLinesChanged(true));
    const body = { action: "talk" as const, conference, calls: [id], line: other };
    const done = await this.#ask(body, { line }, async ({ calls, claim, apply }) => {
      const call = calls.find((one) => one.id === id);
      if (call !== undefined) {
        await claims.join({ call, claim, apply }, other);
      }
    });
    if (done && !wasMuted) {
      void unmuteAfterBridge({ store, muted: softphones[line], call: id, line: other });
    } else if (!done) {
      store.dispatch(bothLinesChanged(false));
      softphones[line].mute(wasMuted);
    }
  }

  async endTalkback(id: string): Promise<void> {
    const conference = selectCall(this.#deps.requests.store.getState(), id)?.talkback;
    if (conference === undefined) {
      return;
    }
    const line = this.#lineOf(conference);
    const body = { action: "talk" as const, conference, calls: [id], on: false };
    await this.#ask(body, { line });
  }

  async #addToConference(own: Call, others: readonly string[]): Promise<void> {
    await this.send(
      own.conference === null
        ? { action: "start", calls: [own.id, ...others] }
        : { action: "add", conference: own.conference.id, calls: [...others] },
    );
  }

  #ask(
    body: ConferenceRequest,
    { line }: { line: DeviceLine | null },
    then: (answer: Answer & { apply: () => void }) => Promise<void> = () => Promise.resolve(),
  ): Promise<boolean> {
    const { http, requests } = this.#deps;
    const call = body.calls?.[0] ?? body.conference ?? "";
    const how: { evenIfNotReady?: true } = {};
    const insist = () => {
      how.evenIfNotReady = true;
    };
    const request = {
      call,
      action: "confer" as const,
      line,
      key: `${body.action}:${call}`,
      insist,
    };
    return requests.send(request, async () => {
      const answer = await requestCalls(requests.store, () =>
        http.call(handleConference, { body: { ...body, ...how } }),
      );
      answer.apply();
      await then(answer);
    });
  }

  #ownCall(line: DeviceLine): Call | null {
    const state = this.#deps.requests.store.getState();
    const leg = selectLeg(state, line);
    const call = leg === null ? null : selectCall(state, leg.callId);
    return call === null || call.desk.status === "ended" ? null : call;
  }

  #lineOf(conference: string): DeviceLine | null {
    const lines: DeviceLine[] = ["line1", "line2"];
    return lines.find((line) => this.#ownCall(line)?.conference?.id === conference) ?? null;
  }

  /** Returns the call once it is bridged on the line; `null` if it does not reach the line. */
  async #untilBridged(id: string, line: DeviceLine): Promise<Call | null> {
    const { store } = this.#deps.requests;
    const find = (): Call | null | undefined => {
      const state = store.getState();
      const leg = selectLeg(state, line);
      const isPending = state.desk.pending[id] !== undefined;
      const call = selectCall(state, id);
      const isGone = call === null || call.desk.status === "ended";
      if (isGone || (!isPending && leg?.callId !== id)) {
        return null;
      }
      const { status } = call.desk;
      const isBridged = status === "screening" || status === "on_air";
      return isBridged && leg?.callId === id && leg.status === "connected" ? call : undefined;
    };
    await untilState({ store }, () => find() !== undefined);
    return find() ?? null;
  }
}
