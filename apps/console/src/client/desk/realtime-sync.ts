import {
  authoriseChannel,
  authoriseUser,
  listPhoneLines,
  stationPresence,
  subscribeCalls,
} from "@linedesk/contract";
import type { HttpClient } from "../../lib/http-client.ts";
import type { PageTimers } from "../../lib/page-timers.ts";
import { type ConnectionEvent, nextConnection } from "../realtime/connection.ts";
import {
  type Authoriser,
  connectRealtime,
  type PresenceRealtime,
  type RealtimeConfig,
} from "../realtime/realtime.ts";
import { StationFeed } from "../realtime/station-feed.ts";
import { subscribeToUser } from "../realtime/subscribe-to-user.ts";
import type { SessionClient } from "../session/session-client.ts";
import { becameStale, eventsReceived, linesLoaded, snapshotLoaded } from "../store/calls-slice.ts";
import { parseColleagues } from "../store/colleagues.ts";
import { colleaguesChanged, connectionChanged } from "../store/desk-slice.ts";
import type { Store } from "../store/store.ts";

const SNAPSHOT_RETRY_MS = 2_000;
const COME_BACK_MS = 1_000;

export interface RealtimeSyncOptions {
  store: Store;
  http: HttpClient;
  session: SessionClient;
  timers: PageTimers;
  isServerAnswering: () => Promise<boolean>;
  /** My settings were changed elsewhere. */
  onSettingsChanged: () => void;
}

/** The socket of this page: what it carries of one station and of me goes into the store. */
export class RealtimeSync {
  readonly #options: RealtimeSyncOptions;
  #realtime: PresenceRealtime | null = null;
  #feed: StationFeed | null = null;
  #station: string | null = null;
  #leaveMembers: (() => void) | null = null;

  constructor(options: RealtimeSyncOptions) {
    this.#options = options;
  }

  /** Connects once somebody is signed in; the same again does nothing. */
  open(config: RealtimeConfig): void {
    if (this.#realtime !== null) {
      return;
    }
    const realtime = this.#connect(config);
    this.#realtime = realtime;
    realtime.onDisconnected(() => void this.#reconnect(realtime));
    this.#subscribeToUser(realtime);
    realtime.onState((state) => {
      if (state !== "connected") {
        this.#options.store.dispatch(becameStale());
      }
      this.#applyConnectionEvent({ type: "realtime", state, at: Date.now() });
    });
    if (this.#station !== null) {
      this.#subscribeToStation(this.#station, realtime);
    }
  }

  /** Follows this station instead of another; now, or as soon as the socket is open. */
  followStation(station: string): void {
    if (this.#station === station && this.#feed !== null) {
      return;
    }
    this.#feed?.close();
    this.#leaveMembers?.();
    this.#feed = null;
    this.#station = station;
    if (this.#realtime !== null) {
      this.#subscribeToStation(station, this.#realtime);
    }
  }

  /** The page is looked at again: no waiting for the next attempt. */
  retry(): void {
    this.#realtime?.retry();
  }

  handleOffline(): void {
    this.#applyConnectionEvent({ type: "browser.offline", at: Date.now() });
  }

  handleOnline(): void {
    this.#applyConnectionEvent({ type: "browser.online", at: Date.now() });
    this.#realtime?.retry();
    this.#feed?.reload();
  }

  close(): void {
    this.#feed?.close();
    this.#realtime?.close();
  }

  #connect(config: RealtimeConfig): PresenceRealtime {
    const { http, timers, isServerAnswering } = this.#options;
    const authorise: Authoriser = {
      channel: (socketId, channel) =>
        http.call(authoriseChannel, { body: { socket_id: socketId, channel_name: channel } }),
      user: (socketId) => http.call(authoriseUser, { body: { socket_id: socketId } }),
    };
    return connectRealtime(config, authorise, { isServerAnswering, schedule: timers.schedule });
  }

  #subscribeToUser(realtime: PresenceRealtime): void {
    const { session, onSettingsChanged: onSettings } = this.#options;
    if (session.state.status !== "authenticated") {
      return;
    }
    const user = session.state.user.id;
    subscribeToUser({
      user,
      realtime,
      onRevoked: () => void session.refresh(),
      onSettingsChanged: onSettings,
    });
  }

  /** [RT14] Sent away: with a session left, one connects again; without, one signs in. */
  async #reconnect(realtime: PresenceRealtime): Promise<void> {
    const { session, timers } = this.#options;
    await session.refresh();
    if (session.state.status === "authenticated") {
      timers.schedule(() => realtime.retry(), COME_BACK_MS);
    }
  }

  #subscribeToStation(station: string, realtime: PresenceRealtime): void {
    const { store, session, timers } = this.#options;
    this.#feed = new StationFeed({
      station,
      realtime,
      loadSnapshot: (signal) => this.#loadSnapshot(station, signal),
      onSnapshot: ({ seq, calls }) => {
        store.dispatch(snapshotLoaded({ station, seq, calls }));
        this.#applyConnectionEvent({ type: "snapshot" });
      },
      onEvents: (events) => store.dispatch(eventsReceived({ station, events })),
      onStale: () => {
        store.dispatch(becameStale());
        this.#applyConnectionEvent({ type: "stale", at: Date.now() });
      },
      onRefused: () => void session.refresh(),
      batch: timers.batch,
      retryAfterMs: SNAPSHOT_RETRY_MS,
      schedule: timers.schedule,
      now: () => performance.now(),
      random: Math.random,
    });
    this.#followColleagues(station, realtime);
  }

  #followColleagues(station: string, realtime: PresenceRealtime): void {
    const { store, session } = this.#options;
    const me = session.state.status === "authenticated" ? session.state.user.id : "";
    store.dispatch(colleaguesChanged([]));
    this.#leaveMembers = realtime.followMembers(stationPresence(station), (members) => {
      store.dispatch(colleaguesChanged(parseColleagues(members, me)));
    });
  }

  async #loadSnapshot(station: string, signal: AbortSignal) {
    const { http, store } = this.#options;
    const [snapshot, lines] = await Promise.all([
      http.call(subscribeCalls, { body: { station }, signal }),
      http.call(listPhoneLines, { query: { station }, signal }),
    ]);
    store.dispatch(linesLoaded({ station, phoneLines: lines.items }));
    return snapshot;
  }

  #applyConnectionEvent(event: ConnectionEvent): void {
    const { store } = this.#options;
    const connection = store.getState().desk.connection;
    const next = nextConnection(connection, event);
    if (next !== connection) {
      store.dispatch(connectionChanged(next));
    }
  }
}
