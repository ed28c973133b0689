import { SteppedClock } from "@linedesk/base/testing";
import type { Connection, HubSocket } from "../app/connection.ts";
import type { HubOptions } from "../hub-options.ts";
import { createHub, type Hub } from "../hub.ts";
import { sign } from "../protocol/sign.ts";

/** The time at which the tests sign their requests. */
const START_MS = 1_700_000_000_000;

/** A clock for tests that moves only on request, so that no test waits. */
export class FakeClock extends SteppedClock {
  constructor() {
    super(START_MS);
  }

  advance(byMs: number): void {
    const endMs = this.elapsedMs() + byMs;
    while (this.runNext(endMs)) {
      // Each timer runs at its moment.
    }
  }
}

export interface SeenFrame {
  event: string;
  channel?: string;
  data?: unknown;
  user_id?: string;
}

export class ScriptedClient implements HubSocket {
  readonly #hub: Hub;
  readonly #connection: Connection;
  readonly socketId: string;
  bufferedAmount = 0;
  raw: Buffer[] = [];
  closed: { code: number; reason: string } | null = null;
  isTerminated = false;
  /** If true, the client answers pings of the WebSocket, as a client that reads does. */
  reads = true;

  constructor(hub: Hub) {
    this.#hub = hub;
    this.#connection = hub.open(this);
    this.socketId = this.#connection.socketId;
  }

  send(data: Buffer): void {
    this.raw.push(data);
  }

  ping(payload: Buffer): void {
    if (this.reads) {
      this.#connection.handlePong(payload);
    }
  }

  close(code: number, reason: string): void {
    this.closed = { code, reason };
  }

  terminate(): void {
    this.isTerminated = true;
  }

  vanish(): void {
    this.#connection.handleGone();
  }

  say(event: string, data?: unknown, channel?: string): void {
    this.sayText(JSON.stringify({ event, data, channel }));
  }

  sayText(text: string): void {
    this.#hub.receive(this.#connection, text);
  }

  /** `leavesOut`: the client omits the data that was signed. */
  subscribe(channel: string, channelData?: object, { leavesOut = false } = {}): void {
    const channel_data = channelData === undefined ? undefined : JSON.stringify(channelData);
    const text = [this.socketId, channel, ...(channel_data === undefined ? [] : [channel_data])];
    const auth = `${keys.key}:${sign(keys.secret, text.join(":"))}`;
    const sent = leavesOut ? {} : { channel_data };
    this.say("pusher:subscribe", { channel, auth, ...sent });
  }

  signIn(user: object): void {
    const user_data = JSON.stringify(user);
    const auth = `${keys.key}:${sign(keys.secret, `${this.socketId}::user::${user_data}`)}`;
    this.say("pusher:signin", { auth, user_data });
  }

  /** Returns the decoded frames that arrived after the previous `take`. */
  take(): SeenFrame[] {
    const frames = this.raw.map((data) => JSON.parse(data.toString()) as SeenFrame);
    this.raw = [];
    return frames.map((frame) => ({
      ...frame,
      ...(typeof frame.data === "string" ? { data: decoded(frame.data) } : {}),
    }));
  }
}

export const keys = { appId: "linedesk", key: "app-key", secret: "app-secret" };

export function aHub(options: Partial<HubOptions> = {}): { hub: Hub; clock: FakeClock } {
  const clock = new FakeClock();
  return { hub: createHub({ keys, clock, ...options }), clock };
}

export function aClient(hub: Hub): ScriptedClient {
  const client = new ScriptedClient(hub);
  client.take();
  return client;
}

function decoded(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Client events may carry plain text.
    return text;
  }
}
