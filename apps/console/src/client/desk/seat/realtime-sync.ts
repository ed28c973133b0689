import {
  authoriseChannel,
  authoriseUser,
  callQueue,
  listStations,
  stationChannel,
} from "@linedesk/contract";
import type { HttpClient } from "../../../lib/http-client.ts";
import type { PageTimers } from "../../../lib/page-timers.ts";
import { type ConnectionEvent, nextConnection } from "../../realtime/connection.ts";
import { FollowedChannels } from "../../realtime/followed-channels.ts";
import { followPresence } from "../../realtime/presence-feed.ts";
import { readStationEvent } from "../../realtime/read-station-event.ts";
import type { RealtimeParts } from "../../realtime/realtime-parts.ts";
import type {
  Authoriser,
  ChannelListener,
  Realtime,
  RealtimeConfig,
} from "../../realtime/realtime.ts";
import type { SilenceWatch } from "../../realtime/silence-watch.ts";
import type { StationFeed } from "../../realtime/station-feed.ts";
import { subscribeToUser } from "../../realtime/subscribe-to-user.ts";
import type { SessionClient } from "../../session/session-client.ts";
import { eventsReceived } from "../../store/calls-slice.ts";
import { connectionChanged, stationsLoaded } from "../../store/desk-slice.ts";
import { drawOwnEvents } from "../../store/draw-own-events.ts";
import { membersChanged, seatChanged } from "../../store/seats-slice.ts";
import { selectChannelName } from "../../store/select-channel-name.ts";
import type { Store } from "../../store/store.ts";
import { readWithheld } from "../../words/page-words.ts";
import type { ContactList } from "../contacts/contact-list.ts";
import { OpenSnapshots } from "./open-snapshots.ts";
import { WatchedStations } from "./watched-stations.ts";

const COME_BACK_MS = 1_000;
interface PageParts {
  readHiddenFlags: (station: string) => Promise<string[]>;
  timers: PageTimers;
  isServerAnswering: () => Promise<boolean>;
}

export interface RealtimeSyncDeps {
  store: Store;
  http: HttpClient;
  session: SessionClient;
  page: PageParts;
  onSettingsChanged: () => void;
  /** Is called after each subscription to presence, to load the seats whose events were missed. */
  onPresence: () => void;
  contacts: () => Pick<ContactList, "receive" | "refresh">;
}

export class RealtimeSync {
  readonly watched: WatchedStations;
  readonly #deps: RealtimeSyncDeps;
  #realtime: Realtime | null = null;
  #createFeed: RealtimeParts["createFeed"] | null = null;
  #silence: SilenceWatch | null = null;
  #isSocketOpen = false;
  #feed: StationFeed | null = null;
  #station: string | null = null;
  #stopPresence: (() => void) | null = null;
  readonly #channels: FollowedChannels;
  readonly #snapshots: OpenSnapshots;

  constructor(deps: RealtimeSyncDeps) {
    this.#deps = deps;
    const { store, http, session } = deps;
    const { readHiddenFlags, timers } = deps.page;
    this.#channels = new FollowedChannels((channel) =>
      selectChannelName(store.getState(), channel),
    );
    this.#snapshots = new OpenSnapshots({ store, http, now: Date.now });
    const onRefused = () => void session.refresh();
    const reading = { store, http, timers, readHiddenFlags };
    this.watched = new WatchedStations({ ...reading, onRefused, realtime: this });
  }

  async open(config: RealtimeConfig): Promise<void> {
    // The client is a separate chunk, because the sign-in needs no socket.
    const [{ connectRealtime }, { realtimeParts }] = await Promise.all([
      import("../../realtime/connect-realtime.ts"),
      import("../../realtime/realtime-parts.ts"),
    ]);
    if (this.#realtime !== null) {
      return this.#channels.rename();
    }
    const { http, page } = this.#deps;
    const { timers, isServerAnswering } = page;
    const { schedule } = timers;
    const surroundings = { isServerAnswering, schedule, readSent: readWithheld };
    const realtime = connectRealtime(config, createAuthoriser(http), surroundings);
    this.#realtime = realtime;
    this.#createFeed = realtimeParts.createFeed;
    this.#silence = this.#watchSilence(realtimeParts);
    realtime.onDisconnected(() => void this.#reconnect(realtime));
    this.#subscribeToUser(realtime);
    realtime.onState((state) => {
      this.#isSocketOpen = state === "connected";
      this.#silence?.noteSocket(this.#isSocketOpen);
      if (!this.#isSocketOpen && !this.#isSlow) {
        this.#snapshots.noteAbsence(Date.now());
      }
      this.#applyConnectionEvent({ type: "realtime", state, at: Date.now() });
    });
    this.watched.open(realtimeParts);
    this.#channels.open(realtime);
    if (this.#station !== null) {
      this.#subscribeToStation(this.#station, realtime);
    }
  }

  /** Follows a channel, now or as soon as the socket is open. Returns a function that stops it. */
  subscribe(channel: string, listener: ChannelListener): () => void {
    return this.#channels.subscribe(channel, listener);
  }

  /** Sends to the other members of a channel; returns false while it is not subscribed. */
  send(channel: string, event: string, data: object): boolean {
    return this.#realtime?.send(channel, event, data) ?? false;
  }

  /** Follows this station instead of the previous one, now or as soon as the socket is open. */
  followStation(station: string): void {
    if (this.#station === station && this.#feed !== null) {
      return;
    }
    this.#feed?.close();
    this.#feed = null;
    this.#stopPresence?.();
    this.#snapshots.clearAbsence();
    this.#station = station;
    this.watched.follow();
    if (this.#realtime !== null) {
      this.#subscribeToStation(station, this.#realtime);
    }
  }

  /** Marks the list as stale after an absence, until a snapshot is loaded over a new socket. */
  recheck(awayMs: number): void {
    const since = Date.now() - Math.max(0, awayMs);
    this.#snapshots.noteAbsence(since);
    this.#applyConnectionEvent({ type: "stale", at: since });
    this.#realtime?.retry(true);
  }

  /** Connects at once, without the back-off. It is called when the page is visible again. */
  retry(): void {
    this.#realtime?.retry();
  }

  handleOffline(): void {
    this.#snapshots.noteAbsence(Date.now());
    this.#applyConnectionEvent({ type: "browser.offline", at: Date.now() });
  }

  handleOnline(): void {
    this.#applyConnectionEvent({ type: "browser.online", at: Date.now() });
    // After a change of network the old socket may seem open although it delivers nothing.
    this.#realtime?.retry(true);
  }

  close(): void {
    this.#silence?.close();
    this.watched.close();
    this.#stopPresence?.();
    this.#feed?.close();
    this.#realtime?.close();
  }

  /** Is true while repeated snapshots replace the events, because the socket is not connected. */
  get #isSlow(): boolean {
    const { connection } = this.#deps.store.getState().desk;
    return connection.status === "live" && connection.isSlow === true;
  }

  #watchSilence({ watchSilence }: RealtimeParts): SilenceWatch {
    const { http, page, store } = this.#deps;
    return watchSilence({
      feed: () => this.#feed,
      askSeq: async (since) =>
        (await http.call(callQueue, { query: { station: this.#station ?? "", since } })).seq,
      isOnline: () => store.getState().desk.connection.status !== "offline",
      now: () => performance.now(),
      schedule: page.timers.schedule,
    });
  }

  #subscribeToUser(realtime: Realtime): void {
    const { session, store, http, onSettingsChanged: onSettings } = this.#deps;
    if (session.state.status !== "authenticated") {
      return;
    }
    const user = session.state.user.id;
    subscribeToUser({
      user,
      realtime,
      onRevoked: () => void session.refresh(),
      onSettingsChanged: onSettings,
      onContactsChanged: () => this.#deps.contacts().refresh(),
      onRightsChanged: () => {
        http.call(listStations, {}).then(
          ({ items }) => {
            store.dispatch(stationsLoaded(items));
            this.#channels.rename();
          },
          // If the request fails, the old rights stay here. The server checks the rights itself.
          () => undefined,
        );
      },
    });
  }

  async #reconnect(realtime: Realtime): Promise<void> {
    const { session, page } = this.#deps;
    await session.refresh();
    if (session.state.status === "authenticated") {
      page.timers.schedule(() => realtime.retry(), COME_BACK_MS);
    }
  }

  #subscribeToStation(station: string, realtime: Realtime): void {
    const { store, session, page } = this.#deps;
    const { timers } = page;
    if (this.#createFeed === null) {
      return;
    }
    this.#stopPresence = followPresence({
      station,
      realtime,
      onMembers: (members) => store.dispatch(membersChanged(members)),
      onSeat: (seat) => store.dispatch(seatChanged(seat)),
      onSubscribed: () => this.#deps.onPresence(),
    });
    this.#feed = this.#createFeed({
      channel: stationChannel(station),
      readEvent: readStationEvent,
      realtime: this,
      loadSnapshot: (signal) => this.#snapshots.load(station, signal),
      onSnapshot: (snapshot) => {
        this.#snapshots.apply(station, snapshot);
        this.#applyConnectionEvent({ type: this.#isSocketOpen ? "snapshot" : "polled" });
        this.#deps.contacts().refresh();
      },
      onEvents: (events) => {
        this.#deps.contacts().receive(events);
        drawOwnEvents(store, events);
        store.dispatch(eventsReceived({ station, events }));
      },
      onStale: () => {
        this.#snapshots.noteAbsence(Date.now());
        this.#applyConnectionEvent({ type: "stale", at: Date.now() });
      },
      onRefused: () => void session.refresh(),
      timing: {
        batch: (flush) => store.drawing.scheduleTake(flush, timers),
        schedule: timers.schedule,
        now: () => performance.now(),
        random: Math.random,
      },
    });
  }

  #applyConnectionEvent(event: ConnectionEvent): void {
    const { store } = this.#deps;
    const connection = store.getState().desk.connection;
    const next = nextConnection(connection, event);
    if (next !== connection) {
      store.dispatch(connectionChanged(next));
    }
  }
}

function createAuthoriser(http: HttpClient): Authoriser {
  return {
    channel: (socketId, channel) =>
      http.call(authoriseChannel, { body: { socket_id: socketId, channel_name: channel } }),
    user: (socketId) => http.call(authoriseUser, { body: { socket_id: socketId } }),
  };
}
