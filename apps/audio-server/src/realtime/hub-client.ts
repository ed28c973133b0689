import pusherModule, { type Options, type PresenceChannel } from "pusher-js";

import type { Clock } from "@linedesk/base";

// In Node the module is the constructor itself; its types describe the form that bundlers use.
const Pusher = pusherModule as unknown as typeof pusherModule.default;
type Pusher = InstanceType<typeof Pusher>;

export interface HubConfig {
  key: string;
  host: string;
  port: number;
  tls: boolean;
  cluster: string;
}

export interface HubAuthorizer {
  channel(
    socketId: string,
    channel: string,
  ): Promise<{ auth: string; channel_data?: string | undefined }>;
  user(socketId: string): Promise<{ auth: string; user_data: string }>;
}

export interface ChannelMember {
  id: string;
  info: unknown;
}

export interface ChannelListener {
  events: readonly string[];
  onSubscribed(): void;
  onEvent(name: string, data: unknown, sender: ChannelMember): void;
  onRefused(reason: string): void;
}

export interface HubChannel {
  send(event: string, data: unknown): boolean;
}

interface HubClientDeps {
  config: HubConfig;
  authorizer: HubAuthorizer;
  clock: Clock;
  onState: (state: string) => void;
}

/** A socket without traffic for this long is pinged, and closed if no pong comes in time. */
const ACTIVITY_TIMEOUT_MS = 5_000;
const PONG_TIMEOUT_MS = 5_000;
/** The back-off after a refusal. The studio needs retries without end. */
const RETRY_MS = 5_000;
/**
 * The time limits of the connection attempts. By itself pusher-js waits 15 s after a refused
 * attempt.
 */
const ATTEMPTS_MS = [1_000, 1_000, 2_000, 5_000];
const LONGEST_ATTEMPT_MS = 10_000;

export class HubClient {
  readonly #deps: HubClientDeps;
  readonly #pusher: Pusher;
  readonly #cancels = new Set<() => void>();
  #cancelAttempt: (() => void) | null = null;
  #attempts = 0;
  #isClosed = false;

  constructor(deps: HubClientDeps) {
    this.#deps = deps;
    this.#pusher = new Pusher(deps.config.key, this.#buildOptions());
    this.#pusher.connection.bind("error", () => undefined);
    this.#pusher.connection.bind("state_change", ({ current }: { current: string }) => {
      deps.onState(current);
      if (current === "connected") {
        this.#cancelAttempt?.();
        this.#cancelAttempt = null;
        this.#attempts = 0;
      } else {
        this.#watchAttempt();
      }
    });
    this.#pusher.user.bind("pusher:signin_error", () => this.#later(() => this.#restart()));
    // Channels do not wait for the sign-in, because not every service supports users.
    this.#pusher.signin();
  }

  get state(): string {
    return this.#pusher.connection.state;
  }

  subscribe(name: string, listener: ChannelListener): HubChannel {
    const channel = this.#pusher.subscribe(name) as PresenceChannel;
    channel.bind("pusher:subscription_succeeded", () => listener.onSubscribed());
    channel.bind("pusher:subscription_error", (error: unknown) => {
      listener.onRefused(describe(error));
      // There is no `unsubscribe` before this, because it would remove the channel and all its
      // bindings.
      this.#later(() => channel.subscribe());
    });
    for (const event of listener.events) {
      channel.bind(event, (data: unknown, metadata?: { user_id?: string }) => {
        const id = metadata?.user_id ?? "";
        const member = channel.members.get(id) as ChannelMember | null;
        listener.onEvent(event, data, member ?? { id, info: null });
      });
    }
    return {
      send: (event, data) => channel.subscribed && channel.trigger(event, data),
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelAttempt?.();
    for (const cancel of this.#cancels) {
      cancel();
    }
    this.#pusher.disconnect();
  }

  #watchAttempt(): void {
    if (this.#isClosed || this.#cancelAttempt !== null) {
      return;
    }
    const waitMs = ATTEMPTS_MS[this.#attempts] ?? LONGEST_ATTEMPT_MS;
    this.#cancelAttempt = this.#deps.clock.after(waitMs, () => {
      this.#attempts += 1;
      this.#restart();
      this.#cancelAttempt = null;
      this.#watchAttempt();
    });
  }

  #restart(): void {
    this.#pusher.disconnect();
    this.#pusher.connect();
  }

  #later(run: () => void): void {
    const cancel = this.#deps.clock.after(RETRY_MS, () => {
      this.#cancels.delete(cancel);
      if (!this.#isClosed) {
        run();
      }
    });
    this.#cancels.add(cancel);
  }

  #buildOptions(): Options {
    const { config, authorizer } = this.#deps;
    return {
      cluster: config.cluster,
      wsHost: config.host,
      wsPort: config.port,
      wssPort: config.port,
      forceTLS: config.tls,
      enabledTransports: ["ws", "wss"],
      disableStats: true,
      activityTimeout: ACTIVITY_TIMEOUT_MS,
      pongTimeout: PONG_TIMEOUT_MS,
      channelAuthorization: {
        transport: "ajax",
        endpoint: "",
        customHandler: ({ socketId, channelName }, done) => {
          authorizer.channel(socketId, channelName).then(
            ({ auth, channel_data }) =>
              done(null, channel_data === undefined ? { auth } : { auth, channel_data }),
            (error: unknown) => done(asError(error), null),
          );
        },
      },
      userAuthentication: {
        transport: "ajax",
        endpoint: "",
        customHandler: ({ socketId }, done) => {
          authorizer.user(socketId).then(
            (answer) => done(null, answer),
            (error: unknown) => done(asError(error), null),
          );
        },
      },
    };
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function describe(error: unknown): string {
  const inner =
    typeof error === "object" && error !== null && "error" in error ? error.error : error;
  return inner instanceof Error ? inner.message : String(inner);
}
