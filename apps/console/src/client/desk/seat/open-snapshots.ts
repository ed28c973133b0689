import { type Call, listPhoneLines, subscribeCalls } from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import type { StationSnapshot } from "../../realtime/station-feed.ts";
import { becameStale, linesLoaded, snapshotLoaded } from "../../store/calls-slice.ts";
import { noticed } from "../../store/desk-slice.ts";
import { describeCaller } from "../../store/panel-caller.ts";
import { retainedAt } from "../../store/retained-calls.ts";
import { selectMe, isWaiting } from "../../store/select-calls.ts";
import type { Store } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";

/** Further changes are only counted, because a returning person does not read a longer list. */
const MOST_NAMES = 4;

interface Absence {
  before: Record<string, Call>;
  now: readonly Call[];
  ended: readonly Call[];
  cameAndWent: number;
  me: string | null;
}

/** Describes what happened to the calls during the absence; `null` if nothing did. */
export function describeMissed({ before, now, ended, cameAndWent, me }: Absence): string | null {
  const t = pageWords();
  const arrived = now.filter((call) => before[call.id] === undefined && isWaiting(call)).length;
  const changes = [
    ...ended.flatMap((call) =>
      call.desk.status === "ended"
        ? [t(`notices.missed.ended.${call.desk.reason}`, { name: describeCaller(call) })]
        : [],
    ),
    ...now.flatMap((call) => describeTaken(before[call.id], call, me)),
  ];
  const shown = changes.slice(0, MOST_NAMES);
  const rest = changes.length - shown.length;
  const parts = [
    ...(arrived === 0 ? [] : [t("notices.missed.arrived", { count: arrived })]),
    ...(cameAndWent === 0 ? [] : [t("notices.missed.cameAndWent", { count: cameAndWent })]),
    ...shown,
    ...(rest === 0 ? [] : [t("notices.missed.more", { count: String(rest) })]),
  ];
  return parts.length === 0 ? null : t("notices.missed.all", { parts: parts.join(", ") });
}

function describeTaken(before: Call | undefined, now: Call, me: string | null): string[] {
  // A call that a colleague dialled was not missed.
  if (before === undefined && now.direction !== "inbound") {
    return [];
  }
  const name = describeCaller(now);
  const holder = "holder" in now.desk ? now.desk.holder : null;
  if (now.desk.status === "held" && now.desk.unattended) {
    const wasAttended = !(before?.desk.status === "held" && before.desk.unattended);
    return wasAttended ? [pageWords()("notices.missed.unattended", { name })] : [];
  }
  const wasFree = before === undefined || isWaiting(before);
  const isTaken = wasFree && holder !== null && holder.user !== me;
  return isTaken ? [pageWords()("notices.missed.taken", { holder: holder.name, name })] : [];
}

/** A shorter absence is not reported. */
const AWAY_MS = 2_000;
/** A snapshot covers an absence of at most this length; the history shows the earlier calls. */
const LONGEST_AWAY_MS = 86_400_000;
/** The server accepts at most this many known calls in a request. */
const MOST_KNOWN = 2_000;

interface OpenSnapshotsDeps {
  store: Pick<Store, "dispatch" | "getState">;
  http: HttpClient;
  now: () => number;
}

/** Loads snapshots of the open station, and reports the calls missed before each one. */
export class OpenSnapshots {
  readonly #deps: OpenSnapshotsDeps;
  /**
   * The time at which the list became stale, and the list at that time; `null` while the list is
   * live.
   */
  #away: { since: number; byId: Record<string, Call> } | null = null;

  constructor(deps: OpenSnapshotsDeps) {
    this.#deps = deps;
  }

  noteAbsence(at: number): void {
    const { store } = this.#deps;
    this.#away ??= { since: at, byId: store.getState().calls.byId };
    store.dispatch(becameStale());
  }

  /** Forgets the absence when another station opens, because it concerns the previous station. */
  clearAbsence(): void {
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
    this.#reportMissed(snapshot);
    this.#deps.store.dispatch(snapshotLoaded({ station, ...snapshot }));
  }

  /** Lists the calls to ask about: retained ones first, because one of them may be on a line. */
  #listKnown(station: string): string[] {
    const { calls } = this.#deps.store.getState();
    const retained = retainedAt(calls.retained, station);
    const before = { ...retained, ...this.#away?.byId, ...calls.byId };
    return calls.station === station ? Object.keys(before).slice(0, MOST_KNOWN) : [];
  }

  /** Reports what happened to the calls while this desk was disconnected. */
  #reportMissed({ calls, ended = [], cameAndWent = 0 }: StationSnapshot): void {
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
