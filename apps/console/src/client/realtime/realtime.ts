import Pusher, { type Options, type PresenceChannel } from "pusher-js";

import type { EndpointAnswer, clientConfig } from "@linedesk/contract";
import { ReconnectBackoff } from "./reconnect-backoff.ts";
import { ReconnectProbe } from "./reconnect-probe.ts";

/** A socket that is silent for so long is asked, and given up when it says nothing. */
const ACTIVITY_TIMEOUT_MS = 5_000;
const PONG_TIMEOUT_MS = 5_000;

/** What the console needs of the realtime service; events are parsed by whoever listens. */
export interface Realtime {
  subscribe(channel: string, listener: ChannelListener): () => void;
  onState(listener: (state: RealtimeState) => void): () => void;
  /** The service has ended the connection and will not be asked again until `retry`. */
  onDisconnected(listener: () => void): () => void;
  /** Tries at once instead of waiting for the next attempt. */
  retry(): void;
  close(): void;
}

export interface PresenceRealtime extends Realtime {
  /** Who follows a presence channel, now and whenever that changes. */
  followMembers(channel: string, onMembers: (members: readonly Member[]) => void): () => void;
}

/** `info` is what the server has signed of the member; whoever listens parses it. */
export interface Member {
  id: string;
  info: unknown;
}

export type RealtimeState = "connecting" | "connected" | "lost";

export interface ChannelListener {
  /** After every (re)subscription: what came before may have been missed. */
  onSubscribed: () => void;
  onEvent: (name: string, data: unknown) => void;
  onRefused: (status: number) => void;
}

/** The server's signatures: for a channel, and for the person himself [RT13, RT14]. */
export interface Authoriser {
  channel(
    socketId: string,
    channel: string,
  ): Promise<{ auth: string; channel_data?: string | undefined }>;
  user(socketId: string): Promise<{ auth: string; user_data: string }>;
}

export type RealtimeConfig = EndpointAnswer<typeof clientConfig>["realtime"];

/**
 * `untilSignedIn` holds channels back: the service admits only users that have signed in [RT14].
 */
function buildPusherOptions(
  config: RealtimeConfig,
  authorise: Authoriser,
  untilSignedIn: () => Promise<unknown>,
): Options {
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
        Promise.all([authorise.channel(socketId, channelName), untilSignedIn()]).then(
          ([{ auth, channel_data }]) =>
            done(null, channel_data === undefined ? { auth } : { auth, channel_data }),
          (error: unknown) => done(asError(error), null),
        );
      },
    },
    userAuthentication: {
      transport: "ajax",
      endpoint: "",
      customHandler: ({ socketId }, done) => {
        authorise.user(socketId).then(
          (answer) => done(null, answer),
          (error: unknown) => done(asError(error), null),
        );
      },
    },
  };
}

/** How a page learns that its server answers, and the timers that it has. */
export interface Surroundings {
  isServerAnswering: () => Promise<boolean>;
  schedule: (run: () => void, ms: number) => () => void;
}

/** The one file that imports the realtime client. */
export function connectRealtime(
  config: RealtimeConfig,
  authorise: Authoriser,
  surroundings: Surroundings,
): PresenceRealtime {
  // What the browser stores is a fixed list [SK1]; the client's memory of transports is not on it.
  Pusher.Runtime.getLocalStorage = () => undefined;
  const made: { pusher: Pusher | null } = { pusher: null };
  async function untilSignedIn(): Promise<void> {
    await made.pusher?.user.signinDonePromise;
  }
  made.pusher = new Pusher(config.key, buildPusherOptions(config, authorise, untilSignedIn));
  return new PusherRealtime(made.pusher, surroundings);
}

const SIGN_IN_RETRY_MS = 5_000;

class PusherRealtime implements PresenceRealtime {
  readonly #pusher: Pusher;
  readonly #backoff: ReconnectBackoff;
  readonly #probe: ReconnectProbe;
  /** Ours to end: the client's word `disconnected` is then no dismissal. */
  #isEnding = false;
  #cancelSignIn: (() => void) | null = null;

  constructor(pusher: Pusher, { isServerAnswering, schedule }: Surroundings) {
    this.#pusher = pusher;
    // Signed in anew by the client itself after every reconnection.
    pusher.signin();
    this.#backoff = new ReconnectBackoff({ restart: () => this.#restart(), schedule });
    this.#probe = new ReconnectProbe({
      ask: isServerAnswering,
      restart: () => this.#backoff.restart(),
      now: () => performance.now(),
      schedule,
    });
    this.#handleDisconnected();
    // Whoever is not known at the service has no channel there: tried anew, as after a lost socket.
    pusher.user.bind("pusher:signin_error", () => {
      this.#cancelSignIn?.();
      const timer = setTimeout(() => this.#restart(), SIGN_IN_RETRY_MS);
      this.#cancelSignIn = () => clearTimeout(timer);
    });
    pusher.connection.bind("state_change", ({ current }: { current: string }) => {
      if (current === "connected") {
        this.#backoff.handleConnected();
        this.#probe.close();
      } else if (!this.#isEnding && current !== "disconnected") {
        this.#handleDisconnected();
      }
    });
  }

  subscribe(name: string, listener: ChannelListener): () => void {
    const channel = this.#pusher.subscribe(name);
    channel.bind("pusher:subscription_succeeded", listener.onSubscribed);
    channel.bind("pusher:subscription_error", (failure: { status?: number }) =>
      listener.onRefused(failure.status ?? 0),
    );
    channel.bind_global((event: string, data: unknown) => {
      if (!event.startsWith("pusher:")) {
        listener.onEvent(event, data);
      }
    });
    return () => {
      channel.unbind_all();
      this.#pusher.unsubscribe(name);
    };
  }

  followMembers(name: string, onMembers: (members: readonly Member[]) => void): () => void {
    const channel = this.#pusher.subscribe(name) as PresenceChannel;
    function read(): void {
      const members: Member[] = [];
      channel.members.each((member: Member) => members.push(member));
      onMembers(members);
    }
    for (const event of ["subscription_succeeded", "member_added", "member_removed"]) {
      channel.bind(`pusher:${event}`, read);
    }
    return () => {
      channel.unbind_all();
      this.#pusher.unsubscribe(name);
    };
  }

  onState(listener: (state: RealtimeState) => void): () => void {
    function handle({ current }: { current: string }): void {
      listener(toRealtimeState(current));
    }
    this.#pusher.connection.bind("state_change", handle);
    return () => this.#pusher.connection.unbind("state_change", handle);
  }

  onDisconnected(listener: () => void): () => void {
    const handle = (): void => {
      if (this.#isEnding) {
        return;
      }
      this.#backoff.close();
      this.#probe.close();
      listener();
    };
    this.#pusher.connection.bind("disconnected", handle);
    return () => this.#pusher.connection.unbind("disconnected", handle);
  }

  retry(): void {
    if (this.#pusher.connection.state === "connected") {
      return;
    }
    this.#restart();
    this.#handleDisconnected();
  }

  close(): void {
    this.#isEnding = true;
    this.#cancelSignIn?.();
    this.#backoff.close();
    this.#probe.close();
    this.#pusher.disconnect();
  }

  #handleDisconnected(): void {
    this.#backoff.handleDisconnected();
    this.#probe.handleDisconnected();
  }

  /** The client waits 15 s over a refused attempt; ending it is the only way to try again. */
  #restart(): void {
    this.#isEnding = true;
    this.#pusher.disconnect();
    this.#isEnding = false;
    this.#probe.handleAttempt();
    this.#pusher.connect();
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error("refused");
}

function toRealtimeState(word: string): RealtimeState {
  if (word === "connected") {
    return "connected";
  }
  return word === "initialized" || word === "connecting" ? "connecting" : "lost";
}
