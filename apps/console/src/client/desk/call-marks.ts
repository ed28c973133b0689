import { type Call, type DeviceLine, handleCall } from "@linedesk/contract";
import type { HttpClient } from "../../lib/http-client.ts";
import { selectCall, selectIsLive, selectStationCalls } from "../store/select-calls.ts";
import { askOfCalls } from "./ask-of-calls.ts";
import type { CallRequests } from "./call-requests.ts";
import { expectCalls } from "./expect-calls.ts";
import type { UndoHistory } from "./undo-history.ts";
import type { VerifyGuard } from "./verify-guard.ts";

export const markActions = ["verify", "unverify", "mark_next", "lock", "unlock"] as const;
export type MarkAction = (typeof markActions)[number];

export interface CallMarksDeps {
  http: HttpClient;
  requests: CallRequests;
  undo: UndoHistory;
  guard: VerifyGuard;
  /** Lets go of the call; answers which line of this page carried it. */
  leave: (call: string) => DeviceLine | null;
  comeBack: (call: string, line: DeviceLine) => Promise<void>;
  now: () => string;
}

const inverse = { verify: "unverify", unverify: "verify", lock: "unlock", unlock: "lock" } as const;

const announced: Record<MarkAction, "verified" | "unverified" | "next" | "locked" | "unlocked"> = {
  verify: "verified",
  unverify: "unverified",
  mark_next: "next",
  lock: "locked",
  unlock: "unlocked",
};

export function expectMark(call: Call, action: MarkAction, at: string): Call {
  const { marks, desk } = call;
  switch (action) {
    case "verify":
      return {
        ...call,
        marks: { ...marks, verified: true },
        desk: desk.status === "waiting" ? { status: "ready", since: at } : desk,
      };
    case "unverify":
      return {
        ...call,
        marks: { ...marks, verified: false },
        desk: desk.status === "ready" ? { status: "waiting" } : desk,
      };
    case "mark_next":
      return { ...call, marks: { ...marks, next: true } };
    case "lock":
    case "unlock":
      return { ...call, marks: { ...marks, locked: action === "lock" } };
  }
}

/** Verify, next and lock: shown at once, taken back when the server refuses. */
export class CallMarks {
  readonly #deps: CallMarksDeps;

  constructor(deps: CallMarksDeps) {
    this.#deps = deps;
  }

  async set(id: string, action: MarkAction): Promise<void> {
    const before = selectCall(this.#deps.requests.store.getState(), id);
    if (before === null || (action === "verify" && !this.#deps.guard.press(before))) {
      return;
    }
    const next = this.#findNext(before.station);
    const sent = await this.#send(before, action);
    if (!sent.done) {
      return;
    }
    const { requests, undo } = this.#deps;
    requests.announce({ type: announced[action], name: requests.nameOf(id) });
    // Nobody was next before: there is nobody to give the mark back to.
    if (action === "mark_next" && next === null) {
      return;
    }
    undo.add({
      isPossible: () => this.#isMarked(id, action),
      run: () =>
        action === "mark_next"
          ? this.#sendById(next ?? id, "mark_next")
          : this.#reverse(id, action, sent.left),
    });
  }

  /** Done or not; and the line of this page that the call left for it. */
  async #send(call: Call, action: MarkAction): Promise<{ done: boolean; left: DeviceLine | null }> {
    const { http, requests, leave, now } = this.#deps;
    const { id } = call;
    const { store } = requests;
    const others = action === "mark_next" ? this.#withoutNext(call) : [];
    const takeBack = expectCalls(store, [...others, expectMark(call, action, now())]);
    let left: DeviceLine | null = null;
    const request = { call: id, action: "mark" as const, line: null, key: `${id}:${action}` };
    const done = await requests.send(request, async () => {
      const body = { call: id, action };
      const marking = askOfCalls(store, () => http.call(handleCall, { body }));
      const answer = await requests.changes.track(marking);
      answer.apply();
      left = answer.call.desk.status === "ready" ? leave(id) : null;
    });
    if (!done) {
      takeBack();
    }
    return { done, left };
  }

  async #reverse(id: string, action: keyof typeof inverse, left: DeviceLine | null): Promise<void> {
    await this.#sendById(id, inverse[action]);
    if (left !== null) {
      await this.#deps.comeBack(id, left);
    }
  }

  async #sendById(id: string, action: MarkAction): Promise<void> {
    const call = selectCall(this.#deps.requests.store.getState(), id);
    if (call !== null) {
      await this.#send(call, action);
    }
  }

  #isMarked(id: string, action: MarkAction): boolean {
    const state = this.#deps.requests.store.getState();
    const marks = selectCall(state, id)?.marks;
    if (marks === undefined || !selectIsLive(state, id)) {
      return false;
    }
    switch (action) {
      case "verify":
      case "unverify":
        return marks.verified === (action === "verify");
      case "lock":
      case "unlock":
        return marks.locked === (action === "lock");
      case "mark_next":
        return marks.next;
    }
  }

  #calls(station: string): Call[] {
    return Object.values(selectStationCalls(this.#deps.requests.store.getState(), station));
  }

  #findNext(station: string): string | null {
    return this.#calls(station).find(({ marks }) => marks.next)?.id ?? null;
  }

  /** The mark moves: whoever had it at that station loses it. */
  #withoutNext({ id, station }: Call): Call[] {
    return this.#calls(station)
      .filter((call) => call.marks.next && call.id !== id)
      .map((call) => ({ ...call, marks: { ...call.marks, next: false } }));
  }
}
