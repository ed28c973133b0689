import { randomUUID } from "node:crypto";

import pusherModule, { type PresenceChannel } from "pusher-js";

import { pairing, type StudioStation } from "./studio-station.ts";

// In Node the module is the constructor itself; its types describe the form that bundlers use.
const PusherClient = pusherModule as unknown as typeof pusherModule.default;

export interface Received {
  name: string;
  data: Record<string, unknown>;
}

interface Waiter {
  matches: (event: Received) => boolean;
  resolve: (event: Received) => void;
}

const TIMEOUT_MS = 20_000;

export class ConsolePeer {
  readonly user = randomUUID();
  readonly received: Received[] = [];
  readonly #client: InstanceType<typeof PusherClient>;
  readonly #channel: PresenceChannel;
  readonly #waiters = new Set<Waiter>();
  readonly #subscribed: Promise<void>;

  /** A plain peer knows only the authorisation of channels, and does not sign in. */
  constructor(station: StudioStation, line: string, info: object, isPlain = false) {
    const { pusher, port } = station;
    const { user } = this;
    this.#client = new PusherClient("hub-key", {
      cluster: "",
      wsHost: "127.0.0.1",
      wsPort: port,
      forceTLS: false,
      enabledTransports: ["ws"],
      disableStats: true,
      channelAuthorization: {
        transport: "ajax",
        endpoint: "",
        customHandler: ({ socketId, channelName }, done) => {
          const member = { user_id: user, user_info: info };
          const ready = isPlain
            ? station.hub.grantUser(socketId, { id: user, info })
            : this.#client.user.signinDonePromise;
          void Promise.resolve(ready).then(() =>
            done(null, pusher.authorizeChannel(socketId, channelName, member)),
          );
        },
      },
      userAuthentication: {
        transport: "ajax",
        endpoint: "",
        customHandler: ({ socketId }, done) =>
          done(null, pusher.authenticateUser(socketId, { id: user })),
      },
    });
    if (!isPlain) {
      this.#client.signin();
    }
    const name = `presence-audio-server-${pairing.id}-${line}`;
    this.#channel = this.#client.subscribe(name) as PresenceChannel;
    this.#subscribed = new Promise((resolve) => {
      this.#channel.bind("pusher:subscription_succeeded", () => resolve());
    });
    this.#channel.bind_global((event: string, data: unknown) => this.#take(event, data));
  }

  get memberCount(): number {
    return this.#channel.members.count;
  }

  async ready(): Promise<void> {
    await this.#subscribed;
  }

  send(event: string, data: unknown): void {
    this.#channel.trigger(event, data);
  }

  sendRaw(event: string, data: object): void {
    this.#client.send_event(event, data, this.#channel.name);
  }

  async poll(): Promise<Received> {
    for (;;) {
      const answer = this.next("client-as-status-res", {}, 1_000);
      this.send("client-as-status", {});
      const found = await answer.catch(() => null);
      if (found !== null) {
        return found;
      }
      // The client pusher-js waits 15 s after a refused attempt.
      if (this.#client.connection.state !== "connected") {
        this.#client.disconnect();
        this.#client.connect();
      }
    }
  }

  next(name: string, fields: object = {}, timeoutMs = TIMEOUT_MS): Promise<Received> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        matches: (event) =>
          event.name === name &&
          Object.entries(fields).every(([key, value]) => event.data[key] === value),
        resolve: (event) => {
          clearTimeout(timer);
          resolve(event);
        },
      };
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        const seen = this.received.map((event) => JSON.stringify(event)).join("\n");
        reject(new Error(`no ${name} within ${timeoutMs} ms; there were:\n${seen}`));
      }, timeoutMs);
      this.#waiters.add(waiter);
    });
  }

  close(): void {
    this.#client.disconnect();
  }

  #take(name: string, data: unknown): void {
    const event = { name, data: (data ?? {}) as Record<string, unknown> };
    this.received.push(event);
    for (const waiter of this.#waiters) {
      if (waiter.matches(event)) {
        this.#waiters.delete(waiter);
        waiter.resolve(event);
      }
    }
  }
}
