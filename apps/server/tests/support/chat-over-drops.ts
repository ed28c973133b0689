import { randomUUID } from "node:crypto";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";

import pusherModule from "pusher-js";

import type { ChatMessage } from "@linedesk/contract";
import { ChatFeed, type ChatPage } from "../../../console/src/client/chat/chat-feed.ts";
import { ChatOutbox } from "../../../console/src/client/chat/chat-outbox.ts";

// The module is the constructor itself in Node; its types describe the bundlers' view.
const PusherClient = pusherModule as unknown as typeof pusherModule.default;
type PusherClient = InstanceType<typeof PusherClient>;

/** A person of the station: what their requests carry. */
export interface ChatPersonAccess {
  id: string;
  headers: Record<string, string>;
}

export interface ChatDropsOptions {
  /** Of the server or station, on this machine. */
  url: string;
  station: string;
  /** One desk for each. */
  people: readonly ChatPersonAccess[];
  rounds: number;
  /** From 0 to below 1. */
  random: () => number;
}

export interface ChatDropsResult {
  /** Websockets that were cut in the midst. */
  dropped: number;
  sent: string[];
  /** What each desk shows. */
  shown: { numbers: number[]; texts: string[] }[];
}

/**
 * Several desks write at once, each with the console's own feed and outbox over the official
 * client, while every connection between them and the server is cut again and again.
 */
export async function chatOverDrops(options: ChatDropsOptions): Promise<ChatDropsResult> {
  const { people, rounds, random } = options;
  const network = await openFragileNetwork(Number(new URL(options.url).port));
  const desks = people.map((person) => new ChatDesk(person, options, network.port));
  const sent: string[] = [];
  let dropped = 0;
  try {
    await Promise.all(desks.map((desk) => desk.open()));
    for (let round = 0; round < rounds; round += 1) {
      const renewed = desks.map((desk) => desk.nextSubscription());
      for (const [n, desk] of desks.entries()) {
        const text = `round ${round} desk ${n}`;
        sent.push(text);
        desk.send(text);
      }
      // Some requests are not made yet then, some are on their way, and some are answered.
      for (let turns = random() * 60; turns > 0; turns -= 1) {
        await turn();
      }
      dropped += desks.filter((desk) => desk.isConnected).length;
      network.drop();
      await Promise.all(renewed);
    }
    await untilTrue(() => desks.every((desk) => desk.isDone(sent.length)));
    return { dropped, sent, shown: desks.map((desk) => desk.shown()) };
  } finally {
    desks.forEach((desk) => desk.close());
    await network.close();
  }
}

const LOOK_EVERY_MS = 20;
const LOOK_FOR_MS = 60_000;

/** Or for a minute: what is missing then, the caller finds. */
async function untilTrue(isSo: () => boolean): Promise<void> {
  for (let waitedMs = 0; !isSo() && waitedMs < LOOK_FOR_MS; waitedMs += LOOK_EVERY_MS) {
    await wait(LOOK_EVERY_MS);
  }
}

class ChatDesk {
  readonly #person: ChatPersonAccess;
  readonly #options: ChatDropsOptions;
  readonly #origin: string;
  readonly #outbox: ChatOutbox;
  #client: PusherClient | null = null;
  #feed: ChatFeed | null = null;
  #messages: ChatMessage[] = [];
  #subscribed: (() => void)[] = [];

  constructor(person: ChatPersonAccess, options: ChatDropsOptions, port: number) {
    this.#person = person;
    this.#options = options;
    this.#origin = `http://127.0.0.1:${port}`;
    this.#outbox = new ChatOutbox({
      post: ({ key, text }) => this.#post(key, text),
      refusal: () => null,
      onChange: () => undefined,
      schedule,
      newKey: randomUUID,
      now: Date.now,
    });
  }

  get isConnected(): boolean {
    return this.#client?.connection.state === "connected";
  }

  async open(): Promise<void> {
    const { realtime } = (await this.#ask("GET", "/api/config")) as {
      realtime: { key: string; cluster: string };
    };
    const client = this.#connect(realtime);
    this.#client = client;
    const first = this.nextSubscription();
    this.#feed = new ChatFeed({
      station: this.#options.station,
      subscribe: (name, listener) => {
        const channel = client.subscribe(name);
        channel.bind("pusher:subscription_succeeded", () => {
          listener.onSubscribed();
          this.#subscribed.splice(0).forEach((done) => done());
        });
        channel.bind("pusher:subscription_error", () => restart(client));
        channel.bind_global((event: string, data: unknown) => listener.onEvent(event, data));
        return () => client.unsubscribe(name);
      },
      loadPage: (cursor) => this.#readPage(cursor),
      onBatch: ({ messages, isAnew }) => {
        this.#messages = isAnew ? messages : [...this.#messages, ...messages];
        this.#outbox.handleArrived(new Set(messages.map(({ key }) => key)));
      },
      onServerTime: () => undefined,
      onTyped: () => undefined,
      onLive: (isLive) => {
        if (isLive) {
          this.#outbox.handleConnected();
        }
      },
      timing: { schedule, now: () => performance.now(), random: () => 0 },
    });
    await first;
  }

  send(text: string): void {
    this.#outbox.send({ station: this.#options.station, text, card: null });
  }

  nextSubscription(): Promise<void> {
    return new Promise((done) => this.#subscribed.push(done));
  }

  isDone(count: number): boolean {
    return !this.#outbox.hasUnsent && this.#messages.length >= count;
  }

  shown(): ChatDropsResult["shown"][number] {
    return {
      numbers: this.#messages.map(({ number }) => number),
      texts: this.#messages.map(({ text }) => text),
    };
  }

  close(): void {
    this.#feed?.close();
    this.#outbox.close();
    this.#client?.disconnect();
  }

  #connect({ key, cluster }: { key: string; cluster: string }): PusherClient {
    const made: { client: PusherClient | null } = { client: null };
    const client = new PusherClient(key, {
      cluster,
      wsHost: "127.0.0.1",
      wsPort: Number(new URL(this.#origin).port),
      forceTLS: false,
      enabledTransports: ["ws"],
      disableStats: true,
      channelAuthorization: {
        transport: "ajax",
        endpoint: "",
        customHandler: ({ socketId, channelName }, done) => {
          const body = { socket_id: socketId, channel_name: channelName };
          const signed = this.#ask("POST", "/api/websocket/auth", body);
          Promise.all([signed, made.client?.user.signinDonePromise]).then(
            ([answer]) => done(null, answer as { auth: string }),
            (error: Error) => done(error, null),
          );
        },
      },
      userAuthentication: {
        transport: "ajax",
        endpoint: "",
        customHandler: ({ socketId }, done) => {
          this.#ask("POST", "/api/websocket/user-auth", { socket_id: socketId }).then(
            (answer) => done(null, answer as { auth: string; user_data: string }),
            (error: Error) => done(error, null),
          );
        },
      },
    });
    made.client = client;
    client.user.bind("pusher:signin_error", () => restart(client));
    // The client would wait a second each time, and a thousand drops a thousand of them.
    client.connection.bind("state_change", (change: { previous: string; current: string }) => {
      if (change.previous === "connected" && change.current !== "disconnected") {
        restart(client);
      }
    });
    client.signin();
    return client;
  }

  async #post(key: string, text: string): Promise<ChatMessage> {
    const body = { station: this.#options.station, key, text };
    return ((await this.#ask("POST", "/api/chat", body)) as { message: ChatMessage }).message;
  }

  async #readPage(cursor: string | null): Promise<ChatPage> {
    const page = cursor === null ? "" : `&cursor=${cursor}`;
    const path = `/api/chat?station=${this.#options.station}&limit=100${page}`;
    return (await this.#ask("GET", path)) as ChatPage;
  }

  async #ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      headers: { ...this.#person.headers, "content-type": "application/json" },
      signal: AbortSignal.timeout(10_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) {
      throw new Error(`${path}: ${response.status}`);
    }
    return response.json();
  }
}

function restart(client: PusherClient): void {
  setImmediate(() => {
    if (client.connection.state !== "disconnected") {
      client.disconnect();
      client.connect();
    }
  });
}

function schedule(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** Stands before a port of this machine, and can cut every connection to it. */
async function openFragileNetwork(target: number) {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ port: target, host: "127.0.0.1" });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on("error", () => undefined);
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  function drop(): void {
    for (const socket of open) {
      socket.destroy();
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    drop,
    close: () =>
      new Promise<void>((resolve) => {
        drop();
        server.close(() => resolve());
      }),
  };
}
