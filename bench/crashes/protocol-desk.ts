import {
  type Call,
  type Claim,
  type DeviceLine,
  stationChannel,
  type StationEvent,
  stationPresence,
} from "@linedesk/contract";
import { CookieClient, type Station } from "@linedesk/testkit";
import { readStationEvent } from "../../apps/console/src/client/realtime/read-station-event.ts";
import {
  StationFeed,
  type StationSnapshot,
} from "../../apps/console/src/client/realtime/station-feed.ts";
import { EventLog } from "../history/event-log.ts";
import { ProtocolLine } from "./protocol-line.ts";
import { PusherSocket } from "./pusher-socket.ts";

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

const HEARTBEAT_MS = 10_000;
const BATCH_MS = 20;

/** An operator's desk by the protocols of the console, without a page. */
export class ProtocolDesk {
  readonly http: CookieClient;
  readonly name: string;
  readonly log = new EventLog();
  readonly calls = new Map<string, Call>();
  readonly lines = new Map<DeviceLine, ProtocolLine>();
  user = "";
  station = "";
  #socket!: PusherSocket;
  #feed!: StationFeed;
  #heart: NodeJS.Timeout | undefined;
  readonly #listeners = new Set<() => void>();

  private constructor(origin: string, name: string) {
    this.http = new CookieClient(origin);
    this.name = name;
  }

  static async open(station: Pick<Station, "url">, name: string): Promise<ProtocolDesk> {
    const desk = new ProtocolDesk(station.url, name);
    await desk.http.signIn(name, "/2zz");
    const { user } = (await desk.http.read("/auth/session")) as { user: { id: string } };
    const { items } = (await desk.http.read("/station")) as {
      items: { id: string; callSign: string }[];
    };
    desk.user = user.id;
    desk.station = items.find(({ callSign }) => callSign === "2ZZ")?.id ?? "";
    desk.#follow();
    return desk;
  }

  /** Adds a line with a softphone, which sends this tone. */
  async addLine(line: DeviceLine, hz: number): Promise<ProtocolLine> {
    const added = await ProtocolLine.open(this, line, hz);
    this.lines.set(line, added);
    await this.#beat();
    return added;
  }

  async press(path: string, json: object): Promise<Answer> {
    const { status, text } = await this.http.ask(`/api${path}`, { json });
    return { status, body: JSON.parse(text) as Record<string, unknown> };
  }

  /** Presses a button that must succeed. */
  async must(path: string, json: object) {
    const { status, body } = await this.press(path, json);
    if (status !== 200) {
      throw new Error(`${this.name} ${path} ${JSON.stringify(json)}: ${JSON.stringify(body)}`);
    }
    return body as { claim?: Claim | null; call?: Call; conference?: { id: string } | null };
  }

  /** Accepts or takes over a call on a line, and connects its softphone. */
  async take(call: string, line: DeviceLine, action = "accept"): Promise<void> {
    const { claim } = await this.must("/twilio/calls/handle_call", { call, action, line });
    await this.lines.get(line)?.connect(call, claim?.id ?? "");
  }

  /** Calls the listener after each change of a call. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  findByNumber(number: string): Call | undefined {
    return [...this.calls.values()].find(({ caller }) => caller.number === number);
  }

  async until<T>(what: string, find: () => T | undefined | false, limitMs = 30_000): Promise<T> {
    for (const endMs = performance.now() + limitMs; ;) {
      const found = find();
      if (found !== undefined && found !== false) {
        return found;
      }
      if (performance.now() > endMs) {
        throw new Error(`${this.name}: not ${what} within ${String(limitMs)} ms`);
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#heart);
    this.#feed.close();
    this.#socket.close();
    await Promise.all([...this.lines.values()].map((line) => line.close()));
  }

  #follow(): void {
    const { station, user } = this;
    this.#socket = new PusherSocket(this.http);
    const silent = { onSubscribed: () => undefined, onRefused: () => undefined };
    for (const channel of [stationPresence(station), `private-user-${user}`]) {
      this.#socket.subscribe(channel, { ...silent, onEvent: () => undefined });
    }
    this.#feed = new StationFeed({
      channel: stationChannel(station),
      readEvent: readStationEvent,
      realtime: { subscribe: (channel, listener) => this.#subscribe(channel, listener) },
      loadSnapshot: () => this.#loadSnapshot(),
      onSnapshot: (snapshot) => this.#takeSnapshot(snapshot),
      onEvents: (events) => this.#takeEvents(events),
      onStale: () => undefined,
      onRefused: () => undefined,
      timing: {
        now: () => performance.now(),
        random: Math.random,
        batch: (flush) => void setTimeout(flush, BATCH_MS),
        schedule: (run, ms) => {
          const timer = setTimeout(run, ms);
          return () => clearTimeout(timer);
        },
      },
    });
    this.#heart = setInterval(() => void this.#beat(), HEARTBEAT_MS);
  }

  #subscribe(channel: string, listener: Parameters<PusherSocket["subscribe"]>[1]): () => void {
    const onEvent = (name: string, data: unknown) => {
      const { seq } = data as { seq?: number };
      if (seq !== undefined) {
        this.log.receive({ seq, type: name, connection: this.#socket.connections });
      }
      listener.onEvent(name, data);
    };
    return this.#socket.subscribe(channel, { ...listener, onEvent });
  }

  async #loadSnapshot(): Promise<StationSnapshot> {
    const json = { station: this.station };
    const { status, body } = await this.press("/twilio/calls/call_subscription", json);
    if (status !== 200) {
      throw new Error(`The snapshot was refused with ${String(status)}.`);
    }
    return body as unknown as StationSnapshot;
  }

  #takeSnapshot({ seq, calls }: StationSnapshot): void {
    this.log.begin(seq);
    this.calls.clear();
    calls.forEach((call) => this.calls.set(call.id, call));
    this.#changed();
  }

  #takeEvents(events: readonly StationEvent[]): void {
    this.log.apply(events);
    for (const event of events) {
      if (event.type === "call.ended") {
        this.calls.delete(event.call.id);
      } else if (event.type === "call.arrived" || event.type === "call.changed") {
        this.calls.set(event.call.id, event.call);
      }
    }
    this.#changed();
  }

  #changed(): void {
    this.#listeners.forEach((listener) => listener());
  }

  async #beat(): Promise<void> {
    const lines = { line1: this.lines.has("line1"), line2: this.lines.has("line2") };
    await this.press(`/station/${this.station}/seats`, { lines }).catch(() => undefined);
  }
}
