import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

import { backgroundClock } from "@linedesk/base";
import type { Connection, HubSocket } from "./app/connection.ts";
import { deliverMessage, reconnectMembers } from "./app/deliver-message.ts";
import {
  createHubApp,
  grantUser,
  terminateUser,
  triggerEvent,
  type HubApp,
} from "./app/hub-app.ts";
import { silentLogger, type Logger } from "./app/logger.ts";
import { openConnection, startSweeping } from "./app/open-connection.ts";
import type { HubCluster } from "./cluster/hub-cluster.ts";
import type { HubOptions, HubStats, HubTrigger, UserSocket } from "./hub-options.ts";
import { handleMessage } from "./messages/handle-message.ts";
import { pusherErrors, type PusherError } from "./protocol/codes.ts";
import { defaultLimits, type HubLimits } from "./protocol/limits.ts";
import { checkTrigger } from "./rest/post-events.ts";
import type { RestAnswer, RestRequest } from "./rest/rest-request.ts";
import { answerRest, refuseByHead } from "./rest/rest.ts";
import { serveRest } from "./rest/serve-rest.ts";
import { AddressShares, remoteAddress } from "./sockets/address-shares.ts";
import { admissionError, isOriginAllowed, parseSocketRequest } from "./sockets/admission.ts";
import { Upgrades } from "./sockets/upgrades.ts";
import { WebhookSender } from "./webhooks/webhook-sender.ts";

/** The time for clients to close their sockets when the hub ends. */
const CLOSE_GRACE_MS = 500;

/** A realtime hub for one app: Pusher Channels protocol 7 over sockets, HTTP and webhooks. */
export class Hub {
  readonly #options: HubOptions;
  readonly #app: HubApp;
  readonly #webhooks: readonly WebhookSender[];
  readonly #upgrades: Upgrades;
  readonly #detachers: (() => void)[] = [];
  readonly #stopSweeping: () => void;
  #isDisabled = false;
  #closing: Promise<void> | null = null;
  #slowReadersClosed = 0;

  constructor(options: HubOptions) {
    const clock = options.clock ?? backgroundClock;
    const logger = options.logger ?? silentLogger;
    const { keys, channels = {} } = options;
    const limits = { ...defaultLimits, ...options.limits };
    const fetch = options.fetch ?? globalThis.fetch;
    this.#options = options;
    this.#webhooks = (options.webhooks ?? []).map(
      (webhook) => new WebhookSender({ webhook, keys, clock, logger, fetch }),
    );
    this.#app = createHubApp({
      access: {
        keys,
        needsUser: channels.needsUser ?? false,
        takesClientEvents: channels.takesClientEvents ?? (() => false),
      },
      limits,
      clock,
      logger,
      sendsSubscriptionCount: channels.sendsSubscriptionCount ?? false,
      cluster: clusterOf(options),
      notify: (event) => {
        for (const webhook of this.#webhooks) {
          webhook.push(event);
        }
      },
    });
    this.#upgrades = this.#createUpgrades(limits, logger);
    this.#app.cluster?.start({
      handleMessage: (message) => deliverMessage(this.#app, message),
      handleLost: () => reconnectMembers(this.#app),
    });
    this.#stopSweeping = startSweeping(this.#app);
  }

  /** Handles the upgrades of a server for `/app/...` and ignores all other upgrades. */
  attach(server: Server): void {
    const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      this.handleUpgrade(request, socket, head);
    };
    server.on("upgrade", onUpgrade);
    this.#detachers.push(() => server.off("upgrade", onUpgrade));
  }

  /** Returns true when the request is for `/app/...` and has been handled. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    return this.#upgrades.handle(request, socket, head);
  }

  /** Answers a request of the HTTP API, `/apps/{id}/...`. Never throws. */
  handle(request: RestRequest): Promise<RestAnswer> {
    return answerRest(this.#app, request, this.#isDisabled);
  }

  /**
   * Returns the refusal if the head of the request is enough to refuse it, otherwise `null`. Never
   * throws.
   */
  refuse(head: Omit<RestRequest, "body">): RestAnswer | null {
    return refuseByHead(this.#app, head);
  }

  /** Answers a request of a plain node server: reads the body and sends the answer. */
  handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return serveRest(request, response, {
      maxBytes: this.#app.limits.requestBytes,
      refuse: (head) => this.refuse(head),
      handle: (read) => this.handle(read),
    });
  }

  /**
   * Sends an event to the sockets of this hub, and to no other hub of a cluster. Throws RestError
   * when the event exceeds a limit.
   */
  trigger(event: HubTrigger): void {
    const data = typeof event.data === "string" ? event.data : JSON.stringify(event.data ?? null);
    const channels = typeof event.channels === "string" ? [event.channels] : event.channels;
    const trigger = { name: event.name, channels, data, socketId: event.socketId };
    checkTrigger(this.#app, trigger);
    triggerEvent(this.#app, trigger);
  }

  /**
   * Stores the user for whom the application signs a channel of this socket. The first subscription
   * with a signature for this user signs the socket in, so that its client need not do so itself.
   * Once the promise resolves, the hub that has the socket learns of the user before that
   * subscription arrives.
   */
  async grantUser(socketId: string, user: { id: string; info: unknown }): Promise<void> {
    const isOwn = grantUser(this.#app, socketId, user);
    if (isOwn) {
      return;
    }
    const { id: userId, info: userInfo } = user;
    await this.#app.cluster?.publish({ type: "user_granted", socketId, userId, userInfo });
  }

  /** Ends all sockets of this hub on which this user is signed in; returns their number. */
  terminateUser(userId: string): number {
    return terminateUser(this.#app, userId, pusherErrors.terminated);
  }

  /** Returns the sockets of signed-in users, and their channels. */
  userSockets(): UserSocket[] {
    return [...this.#app.connections.values()].flatMap(({ socketId, user, channels }) =>
      user === null
        ? []
        : [{ socketId, userId: user.id, userInfo: user.info, channels: [...channels] }],
    );
  }

  /**
   * Ends one socket in the same way as when its user is terminated; returns false when it is
   * already closed.
   */
  terminateSocket(socketId: string): boolean {
    const connection = this.#app.connections.get(socketId);
    connection?.closeWith(pusherErrors.terminated);
    return connection !== undefined;
  }

  /** Closes the app for clients (4003) and for its HTTP API (403), or opens it again. */
  setDisabled(isDisabled: boolean): void {
    this.#isDisabled = isDisabled;
    if (isDisabled) {
      this.#closeAll(pusherErrors.appDisabled);
    }
  }

  stats(): HubStats {
    return {
      connections: this.#app.connections.size,
      channels: this.#app.channels.size,
      users: this.#app.users.size,
      slowReadersClosed: this.#slowReadersClosed,
      webhookEventsDropped: this.#webhooks.reduce((sum, webhook) => sum + webhook.dropped, 0),
    };
  }

  /**
   * Asks clients to reconnect (4200), and stops timers and webhooks. Resolves when the last socket
   * has closed.
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * Sends the greeting to an admitted socket. This method is public for transports other than `ws`.
   */
  open(socket: HubSocket): Connection {
    return openConnection(this.#app, socket, (reason) => {
      if (reason !== "slow_reader") {
        return;
      }
      this.#slowReadersClosed += 1;
      this.#app.logger.warn({}, "hub closed slow reader");
    });
  }

  receive(connection: Connection, text: string): void {
    handleMessage(this.#app, connection, text);
  }

  async #close(): Promise<void> {
    this.#stopSweeping();
    this.#app.channels.counts.close();
    for (const detach of this.#detachers) {
      detach();
    }
    this.#closeAll(pusherErrors.reconnect);
    await Promise.all(this.#webhooks.map((webhook) => webhook.close()));
    await this.#upgrades.close(CLOSE_GRACE_MS);
  }

  #closeAll(error: PusherError): void {
    for (const connection of this.#app.connections.values()) {
      connection.closeWith(error);
    }
  }

  #createUpgrades(limits: HubLimits, logger: Logger): Upgrades {
    const { sockets = {} } = this.#options;
    return new Upgrades({
      logger,
      // The limit applies to the event's data. The rest of the frame, and escapes in the data, need
      // more bytes.
      maxFrameBytes: limits.eventDataBytes * 2 + 4096,
      isOriginAllowed: (origin, request) =>
        isOriginAllowed(sockets.allowedOrigins, origin, request),
      addressOf: sockets.addressOf ?? remoteAddress,
      shares: new AddressShares(limits.connectionsPerAddress),
      refusal: (request) => this.#refusal(request, limits),
      open: (socket) => this.open(socket),
      handleText: (connection, text) => this.receive(connection, text),
    });
  }

  #refusal(request: IncomingMessage, limits: HubLimits): PusherError | null {
    if (this.#closing !== null) {
      return pusherErrors.reconnect;
    }
    const { keys, sockets = {} } = this.#options;
    return admissionError(
      {
        key: keys.key,
        isDisabled: this.#isDisabled,
        isTlsOnly: sockets.isTlsOnly ?? false,
        connections: this.#app.connections.size,
        capacity: limits.connections,
        quota: limits.connectionQuota,
      },
      parseSocketRequest(request),
    );
  }
}

/**
 * Returns the cluster. Throws TypeError if webhooks or counts are on: each hub counts only its own
 * sockets, so those of several hubs would contradict each other.
 */
function clusterOf({ cluster, webhooks = [], channels }: HubOptions): HubCluster | null {
  if (cluster !== undefined && (webhooks.length > 0 || channels?.sendsSubscriptionCount === true)) {
    throw new TypeError("A hub of a cluster must not have webhooks or send subscription counts.");
  }
  return cluster ?? null;
}

/** Creates a hub; mount it with `attach` or `handleUpgrade` and its HTTP API with `handle`. */
export function createHub(options: HubOptions): Hub {
  return new Hub(options);
}
