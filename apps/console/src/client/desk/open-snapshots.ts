import { type Call, listPhoneLines, subscribeCalls } from "@linedesk/contract";
import type { HttpClient } from "../../lib/http-client.ts";
import type { StationSnapshot } from "../realtime/station-feed.ts";
import { becameStale, linesLoaded, snapshotLoaded } from "../store/calls-slice.ts";
import { noticed } from "../store/desk-slice.ts";
import { retainedAt } from "../store/retained-calls.ts";
import { selectMe } from "../store/select-calls.ts";
import type { Store } from "../store/store.ts";
import { describeMissed } from "./describe-missed.ts";

/** Who was away for less has seen it all. */
const AWAY_MS = 2_000;
/** What is older is in the history. */
const LONGEST_AWAY_MS = 86_400_000;
/** As many as the server takes. */
const MOST_KNOWN = 2_000;

interface OpenSnapshotsDeps {
  store: Pick<Store, "dispatch" | "getState">;
  http: HttpClient;
  now: () => number;
}

/** The snapshots of the open station: what is asked with each, and what was missed before it. */
export class OpenSnapshots {
  readonly #deps: OpenSnapshotsDeps;
  /** Since when the list may be out of date, and what it was then; null while it is live. */
  #away: { since: number; byId: Record<string, Call> } | null = null;

  constructor(deps: OpenSnapshotsDeps) {
    this.#deps = deps;
  }

  noteAway(at: number): void {
    const { store } = this.#deps;
    this.#away ??= { since: at, byId: store.getState().calls.byId };
    store.dispatch(becameStale());
  }

  /** Another station is opened: nothing of it was missed. */
  forgetAway(): void {
    this.#away = null;
  }

  async load(station: string, signal: AbortSignal): Promise<StationSnapshot> {
    const { http, store, now } = this.#deps;
    const away = this.#away;
    const awayMs = away === null ? 0 : Math.max(0, now() - away.since);
    const known = this.#listKnown(station);
    const body = { station, known, awayMs: Math.min(awayMs, LONGEST_AWAY_MS) };
    const [snapshot, lines] = await Promise.all([
      http.call(subscribeCalls, { body, signal }),
      http.call(listPhoneLines, { query: { station }, signal }),
    ]);
    store.dispatch(linesLoaded({ station, phoneLines: lines.items }));
    return snapshot;
  }

  apply(station: string, snapshot: StationSnapshot): void {
    this.#noticeMissed(snapshot);
    this.#deps.store.dispatch(snapshotLoaded({ station, ...snapshot }));
  }

  /** What became of these is asked; those retained first, for a line may carry one. */
  #listKnown(station: string): string[] {
    const { calls } = this.#deps.store.getState();
    const retained = retainedAt(calls.retained, station);
    const before = { ...retained, ...this.#away?.byId, ...calls.byId };
    return calls.station === station ? Object.keys(before).slice(0, MOST_KNOWN) : [];
  }

  /** Says what happened while this desk could not see it. */
  #noticeMissed({ calls, ended = [], cameAndWent = 0 }: StationSnapshot): void {
    const { store, now } = this.#deps;
    const state = store.getState();
    const away = this.#away;
    this.#away = null;
    if (away === null || now() - away.since < AWAY_MS || state.calls.snapshots === 0) {
      return;
    }
    const me = selectMe(state);
    const words = describeMissed({ before: away.byId, now: calls, ended, cameAndWent, me });
    if (words !== null) {
      store.dispatch(noticed({ id: "missed", tone: "info", words, code: null, line: null }));
    }
  }
}
