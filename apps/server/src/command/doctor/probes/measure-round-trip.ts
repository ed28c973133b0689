import { createHmac, randomBytes } from "node:crypto";

import type Pusher from "pusher";
import { WebSocket } from "ws";
import * as z from "zod";

const frame = z.object({ event: z.string(), channel: z.string().optional(), data: z.unknown() });
const established = z.object({ socket_id: z.string() });
const EVENT = "doctor.asked";

export interface RoundTrip {
  url: string;
  origin: string;
  key: string;
  secret: string;
  pusher: Pick<Pusher, "trigger">;
  timeoutMs: number;
}

/**
 * Connects as a console does, subscribes to a channel of its own, and publishes an event as the
 * server does. Returns the time until the event arrives. Throws when a step fails.
 */
export function measureRoundTrip(trip: RoundTrip): Promise<number> {
  const { url, origin, timeoutMs } = trip;
  const socket = new WebSocket(url, { origin, handshakeTimeout: timeoutMs });
  return new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(Object.assign(new Error("no answer"), { code: "ETIMEDOUT" }));
    }, timeoutMs);
    const client = new HubClient(trip, (text) => socket.send(text), resolve);
    socket.on("error", reject);
    socket.on("close", (code) => reject(new Error(`the connection was closed with ${code}`)));
    socket.on("message", (bytes: Buffer) => {
      client.take(bytes.toString()).catch(reject);
    });
    socket.once("close", () => clearTimeout(timer));
  }).finally(() => socket.close());
}

class HubClient {
  readonly #trip: RoundTrip;
  readonly #send: (text: string) => void;
  readonly #onArrived: (ms: number) => void;
  readonly #user = `doctor-${randomBytes(6).toString("hex")}`;
  #socketId = "";
  #publishedAt = 0;

  constructor(trip: RoundTrip, send: (text: string) => void, onArrived: (ms: number) => void) {
    this.#trip = trip;
    this.#send = send;
    this.#onArrived = onArrived;
  }

  get #channel(): string {
    return `presence-${this.#user}`;
  }

  async take(text: string): Promise<void> {
    const { event, channel, data } = frame.parse(JSON.parse(text));
    switch (event) {
      case "pusher:connection_established":
        this.#socketId = established.parse(JSON.parse(String(data))).socket_id;
        this.#signIn();
        return this.#subscribe();
      case "pusher_internal:subscription_succeeded":
        this.#publishedAt = performance.now();
        await this.#trip.pusher.trigger(this.#channel, EVENT, {});
        return;
      case "pusher:subscription_error":
        throw new Error("the hub refuses the keys of this station");
      default:
        if (event === EVENT && channel === this.#channel) {
          this.#onArrived(Math.round(performance.now() - this.#publishedAt));
        }
    }
  }

  /** The embedded hub needs the user. A service that does not know users ignores this. */
  #signIn(): void {
    const user = JSON.stringify({ id: this.#user });
    const auth = this.#sign(`${this.#socketId}::user::${user}`);
    this.#emit("pusher:signin", { auth, user_data: user });
  }

  #subscribe(): void {
    const channelData = JSON.stringify({ user_id: this.#user });
    const auth = this.#sign(`${this.#socketId}:${this.#channel}:${channelData}`);
    this.#emit("pusher:subscribe", { channel: this.#channel, auth, channel_data: channelData });
  }

  #sign(text: string): string {
    const { key, secret } = this.#trip;
    return `${key}:${createHmac("sha256", secret).update(text).digest("hex")}`;
  }

  #emit(event: string, data: object): void {
    this.#send(JSON.stringify({ event, data }));
  }
}
