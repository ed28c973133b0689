import Pusher, { type Channel, type Options, type PresenceChannel } from "pusher-js";

import type {
  Authoriser,
  ChannelListener,
  PresenceMember,
  Realtime,
  RealtimeConfig,
  RealtimeState,
} from "./realtime.ts";
import { ReconnectBackoff } from "./reconnect-backoff.ts";
import { ReconnectProbe } from "./reconnect-probe.ts";

/** After this time without traffic the socket is pinged, and closed when no answer comes. */
const ACTIVITY_TIMEOUT_MS = 5_000;
const PONG_TIMEOUT_MS = 5_000;

function buildPusherOptions(config: RealtimeConfig, authorise: Authoriser): Options {
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
        authorise.channel(socketId, channelName).then(
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
        authorise.user(socketId).then(
          (answer) => done(null, answer),
          (error: unknown) => done(asError(error), null),
        );
      },
    },
  };
}

export interface Surroundings {
  isServerAnswering: () => Promise<boolean>;
  schedule: (run: () => void, ms: number) => () => void;
  readSent: (sent: unknown) => unknown;
}

/** This is the one file that imports the realtime client. */
export function connectRealtime(
  config: RealtimeConfig,
  authorise: Authoriser,
  surroundings: Surroundings,
): Realtime {
  // The client must not store its transports, because the list of stored data is fixed.
  Pusher.Runtime.getLocalStorage = () => undefined;
  return new PusherRealtime(
    new Pusher(config.key, buildPusherOptions(config, authorise)),
    surroundings,
  );
}

const SIGN_IN_RETRY_MS = 5_000;

class PusherRealtime implements Realtime {
  readonly #pusher: Pusher;
  readonly #backoff: ReconnectBackoff;
  readonly #probe: ReconnectProbe;
  readonly #readSent: Surroundings["readSent"];
  /**
   * Is true while this page ends the connection, so that it does not mistake `disconnected` for an end
   * by the service.
   */
  #isEnding = false;
  #cancelSignIn: (() => void) | null = null;
  readonly #followers = new Map<string, number>();

  constructor(pusher: Pusher, { isServerAnswering, schedule, readSent }: Surroundings) {
    this.#pusher = pusher;
    this.#readSent = readSent;
    // The client signs in again by itself after every reconnection. Channels do not wait for it,
    // because not every service supports users.
    pusher.signin();
    this.#backoff = new ReconnectBackoff({ restart: () => this.#restart(), schedule });
    this.#probe = new ReconnectProbe({
      ask: isServerAnswering,
      restart: () => this.#backoff.restart(),
      now: () => performance.now(),
      schedule,
    });
    this.#handleDisconnected();
    // The server did not sign the user in, so it signs no channel either. The client reconnects in
    // the same way as after a lost socket.
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
    const { stop, handleSubscribed } = bindListener(channel, listener, this.#readSent);
    this.#followers.set(name, (this.#followers.get(name) ?? 0) + 1);
    // Another part of the page follows the channel already, so the client sends no event for it.
    if (channel.subscribed) {
      queueMicrotask(handleSubscribed);
    }
    return () => {
      stop();
      const others = (this.#followers.get(name) ?? 1) - 1;
      this.#followers.set(name, others);
      if (others === 0) {
        this.#followers.delete(name);
        this.#pusher.unsubscribe(name);
      }
    };
  }

  send(name: string, event: string, data: object): boolean {
    const channel = this.#pusher.channel(name) as Channel | undefined;
    return channel?.subscribed === true && channel.trigger(event, data);
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

  retry(force = false): void {
    if (this.#pusher.connection.state === "connected" && !force) {
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

  /** Ends the attempt and begins another, because the client itself waits 15 s after a refusal. */
  #restart(): void {
    this.#isEnding = true;
    this.#pusher.disconnect();
    this.#isEnding = false;
    this.#probe.handleAttempt();
    this.#pusher.connect();
  }
}

function bindListener(
  channel: Channel,
  listener: ChannelListener,
  readSent: Surroundings["readSent"],
) {
  let isStopped = false;
  const { onMembers } = listener;
  function handleSubscribed(): void {
    if (!isStopped) {
      listener.onSubscribed();
    }
  }
  function handleError(failure: { status?: number }): void {
    listener.onRefused(failure.status ?? 0);
  }
  function handleEvent(event: string, data: unknown): void {
    if (!event.startsWith("pusher:")) {
      listener.onEvent(event, readSent(data));
    }
  }
  channel.bind("pusher:subscription_succeeded", handleSubscribed);
  channel.bind("pusher:subscription_error", handleError);
  channel.bind_global(handleEvent);
  const stopClientEvents = bindClientEvents(channel, listener);
  const stopMembers =
    onMembers === undefined ? () => undefined : bindMembers(channel as PresenceChannel, onMembers);
  function stop(): void {
    isStopped = true;
    channel.unbind("pusher:subscription_succeeded", handleSubscribed);
    channel.unbind("pusher:subscription_error", handleError);
    channel.unbind_global(handleEvent);
    stopClientEvents();
    stopMembers();
  }
  return { stop, handleSubscribed };
}

/** Binds each event by its name, because a binding to all events does not receive the sender. */
function bindClientEvents(
  channel: Channel,
  { clientEvents = [], onClientEvent }: ChannelListener,
): () => void {
  const bound = clientEvents.map((name) => {
    const handle = (data: unknown, metadata?: { user_id?: string }) =>
      onClientEvent?.(name, data, metadata?.user_id ?? "");
    channel.bind(name, handle);
    return () => void channel.unbind(name, handle);
  });
  return () => bound.forEach((unbind) => unbind());
}

function bindMembers(
  channel: PresenceChannel,
  onMembers: (members: PresenceMember[]) => void,
): () => void {
  function emit(): void {
    const members: PresenceMember[] = [];
    channel.members.each(({ id, info }: PresenceMember) => members.push({ id, info }));
    onMembers(members);
  }
  const events = [
    "pusher:subscription_succeeded",
    "pusher:member_added",
    "pusher:member_removed",
  ] as const;
  events.forEach((event) => channel.bind(event, emit));
  return () => events.forEach((event) => void channel.unbind(event, emit));
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
