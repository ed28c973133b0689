import { WebSocket } from "ws";

import type { CookieClient } from "@linedesk/testkit";
import type { Realtime } from "../../apps/console/src/client/realtime/realtime.ts";

type Handlers = Parameters<Realtime["subscribe"]>[1];

interface Frame {
  event: string;
  channel?: string;
  data?: unknown;
}

const AGAIN_MS = 300;
/** A socket without any frame for this time is dead. */
const SILENT_MS = 30_000;
const SUBSCRIBED = "pusher_internal:subscription_succeeded";

/** One socket at the realtime service, which connects again after each end, as pusher-js does. */
export class PusherSocket {
  readonly #http: CookieClient;
  readonly #channels = new Map<string, Handlers>();
  readonly #alive: NodeJS.Timeout;
  #socket: WebSocket | null = null;
  #socketId = "";
  #lastFrameMs = 0;
  #isClosed = false;
  /** The number of sockets so far. */
  connections = 0;

  constructor(http: CookieClient) {
    this.#http = http;
    void this.#connect();
    this.#alive = setInterval(() => this.#check(), SILENT_MS / 3);
  }

  readonly subscribe: Realtime["subscribe"] = (channel, handlers) => {
    this.#channels.set(channel, handlers);
    void this.#follow(channel);
    return () => void this.#channels.delete(channel);
  };

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#alive);
    this.#socket?.terminate();
  }

  async #connect(): Promise<void> {
    try {
      const { realtime } = (await this.#http.read("/config")) as {
        realtime: { key: string; host: string; port: number };
      };
      this.#open(`ws://${realtime.host}:${realtime.port}/app/${realtime.key}?protocol=7`);
    } catch {
      this.#connectLater();
    }
  }

  #open(url: string): void {
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#lastFrameMs = performance.now();
    socket.on("message", (data: Buffer) => this.#take(JSON.parse(data.toString()) as Frame));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#socketId = "";
      this.#connectLater();
    });
  }

  #connectLater(): void {
    if (!this.#isClosed) {
      setTimeout(() => void this.#connect(), AGAIN_MS);
    }
  }

  #check(): void {
    if (performance.now() - this.#lastFrameMs > SILENT_MS) {
      this.#socket?.terminate();
    } else {
      this.#send({ event: "pusher:ping", data: {} });
    }
  }

  #send(frame: Frame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(frame));
    }
  }

  #take(frame: Frame): void {
    this.#lastFrameMs = performance.now();
    const data: unknown = typeof frame.data === "string" ? JSON.parse(frame.data) : frame.data;
    const handlers = this.#channels.get(frame.channel ?? "");
    if (frame.event === "pusher:connection_established") {
      this.#socketId = (data as { socket_id: string }).socket_id;
      this.connections += 1;
      void this.#signIn();
    } else if (frame.event === "pusher:ping") {
      this.#send({ event: "pusher:pong", data: {} });
    } else if (frame.event === SUBSCRIBED) {
      handlers?.onSubscribed?.();
    } else if (frame.event === "pusher:signin_success") {
      this.#channels.forEach((_, channel) => void this.#follow(channel));
    } else {
      handlers?.onEvent(frame.event, data);
    }
  }

  async #signIn(): Promise<void> {
    const form = { socket_id: this.#socketId };
    const data = await this.#signed("/websocket/user-auth", form);
    if (data !== null) {
      this.#send({ event: "pusher:signin", data });
    }
  }

  async #follow(channel: string): Promise<void> {
    if (this.#socketId === "") {
      return;
    }
    const form = { socket_id: this.#socketId, channel_name: channel };
    const data = await this.#signed("/websocket/auth", form);
    if (data !== null && data["auth"] !== undefined) {
      this.#send({ event: "pusher:subscribe", data: { channel, ...data } });
    }
  }

  /**
   * Returns the server's signature. If there is none, ends the socket, which then connects again.
   */
  async #signed(path: string, form: Record<string, string>) {
    try {
      const answer = await this.#http.read(path, { form });
      if (answer["auth"] !== undefined) {
        return answer;
      }
    } catch {
      // The server does not answer.
    }
    this.#socket?.terminate();
    return null;
  }
}
