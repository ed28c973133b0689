import {
  defaultSettings,
  listPhoneLines,
  stationChannel,
  subscribeCalls,
  type UserSettings,
} from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import type { PageTimers } from "../../../lib/page-timers.ts";
import { readStationEvent } from "../../realtime/read-station-event.ts";
import type { RealtimeParts } from "../../realtime/realtime-parts.ts";
import type { Realtime } from "../../realtime/realtime.ts";
import type { StationFeed } from "../../realtime/station-feed.ts";
import { callsRetained, retainedDropped } from "../../store/calls-slice.ts";
import { drawOwnEvents } from "../../store/draw-own-events.ts";
import { retainedAt } from "../../store/retained-calls.ts";
import { selectMe } from "../../store/select-calls.ts";
import type { Store } from "../../store/store.ts";
import {
  stationLeft,
  stationWatched,
  watchedBecameStale,
  watchedEventsReceived,
  watchedFlagsLoaded,
  watchedLinesLoaded,
  watchedSnapshotLoaded,
} from "../../store/watched-slice.ts";

/** The queue has the calls of at most this many stations besides the open one. */
export const MOST_WATCHED = 20;

export interface WatchedStationsOptions {
  store: Store;
  http: HttpClient;
  realtime: Pick<Realtime, "subscribe">;
  readHiddenFlags: (station: string) => Promise<string[]>;
  timers: Pick<PageTimers, "batch" | "schedule">;
  /** Is called when the service refuses a station's channel, after a lost membership or session. */
  onRefused: () => void;
}

interface Choice {
  stations: readonly { id: string }[];
  open: string | null;
  callStations: UserSettings["stations"]["callStations"];
}

/**
 * Returns the watched stations of the queue besides the open one; without a choice, all stations of
 * the person.
 */
export function chooseWatched({ stations, open, callStations }: Choice): string[] {
  const chosen = new Set(callStations);
  return stations
    .map(({ id }) => id)
    .filter((id) => id !== open && (chosen.size === 0 || chosen.has(id)))
    .slice(0, MOST_WATCHED);
}

export class WatchedStations {
  readonly #options: WatchedStationsOptions;
  readonly #feeds = new Map<string, StationFeed>();
  /** It is `null` until the code of the feeds is loaded. */
  #createFeed: RealtimeParts["createFeed"] | null = null;
  /** The chosen stations, or `null` until the person's settings are loaded. */
  #callStations: UserSettings["stations"]["callStations"] | null = null;

  constructor(options: WatchedStationsOptions) {
    this.#options = options;
  }

  /** Follows stations from now on, with code that is loaded with the socket. */
  open({ createFeed }: Pick<RealtimeParts, "createFeed">): void {
    this.#createFeed = createFeed;
    this.follow();
  }

  applySettings(settings: UserSettings): void {
    // Until the settings are loaded there are only defaults, which do not contain the person's
    // stations.
    if (settings !== defaultSettings) {
      this.#callStations = settings.stations.callStations;
      this.follow();
    }
  }

  /** Starts and ends feeds, so that exactly the wanted stations are followed. */
  follow(): void {
    const { calls, desk } = this.#options.store.getState();
    const createFeed = this.#createFeed;
    if (createFeed === null || this.#callStations === null || calls.station === null) {
      return;
    }
    const choice = { stations: desk.stations, open: calls.station };
    const wanted = chooseWatched({ ...choice, callStations: this.#callStations });
    for (const station of this.#feeds.keys()) {
      if (!wanted.includes(station)) {
        this.#unwatch(station);
      }
    }
    for (const station of wanted) {
      if (!this.#feeds.has(station)) {
        this.#watch(station, createFeed);
      }
    }
  }

  close(): void {
    for (const station of this.#feeds.keys()) {
      this.#unwatch(station);
    }
  }

  #unwatch(station: string): void {
    this.#feeds.get(station)?.close();
    this.#feeds.delete(station);
    const { store } = this.#options;
    // The calls are retained, because a line of this person may still carry one of them.
    const state = store.getState();
    const { byId = {}, status = "loading" } = state.watched.byStation[station] ?? {};
    if (status !== "loading") {
      store.dispatch(retainedDropped(station));
    }
    store.dispatch(callsRetained({ calls: Object.values(byId), me: selectMe(state) }));
    store.dispatch(stationLeft(station));
  }

  #watch(station: string, createFeed: RealtimeParts["createFeed"]): void {
    const { store, realtime, timers, onRefused } = this.#options;
    store.dispatch(stationWatched(station));
    const feed = createFeed({
      channel: stationChannel(station),
      readEvent: readStationEvent,
      realtime,
      loadSnapshot: (signal) => this.#loadSnapshot(station, signal),
      onSnapshot: (snapshot) => {
        store.dispatch(watchedSnapshotLoaded({ station, ...snapshot }));
        store.dispatch(retainedDropped(station));
      },
      onEvents: (events) => {
        drawOwnEvents(store, events);
        store.dispatch(watchedEventsReceived({ station, events }));
      },
      onStale: () => void store.dispatch(watchedBecameStale(station)),
      onRefused,
      timing: {
        batch: (flush) => store.drawing.scheduleTake(flush, timers),
        schedule: timers.schedule,
        now: () => performance.now(),
        random: Math.random,
      },
    });
    this.#feeds.set(station, feed);
  }

  async #loadSnapshot(station: string, signal: AbortSignal) {
    const { http, store, readHiddenFlags } = this.#options;
    const { calls: open, watched } = store.getState();
    const { byId } = watched.byStation[station] ?? {};
    const known = Object.keys({ ...retainedAt(open.retained, station), ...byId });
    const [{ seq, calls, ended, air }, lines, hiddenFlags] = await Promise.all([
      http.call(subscribeCalls, { body: { station, known }, signal }),
      http.call(listPhoneLines, { query: { station }, signal }),
      readHiddenFlags(station),
    ]);
    store.dispatch(watchedFlagsLoaded({ station, hiddenFlags }));
    store.dispatch(watchedLinesLoaded({ station, phoneLines: lines.items }));
    return { seq, calls, ended, air };
  }
}
