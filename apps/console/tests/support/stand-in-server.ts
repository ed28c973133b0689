import type { Page, Route, WebSocketRoute } from "@playwright/test";

import * as contract from "@linedesk/contract";
import {
  type Call,
  defaultSettings,
  type Endpoint,
  type LineFeeds,
  type Role,
  type Station,
  stationChannel,
} from "@linedesk/contract";
import { ALICE, STATION_ID } from "../../src/testing/a-call.ts";
import { type KnownAnswers, sampleAnswer } from "./sample-answer.ts";

const endpoints = (Object.values(contract) as unknown[])
  .filter(
    (value): value is Endpoint =>
      typeof value === "object" && value !== null && "path" in value && "access" in value,
  )
  // Fixed paths come first, so that `/station/phone_line` does not match the path of a station.
  .toSorted((one, other) => one.path.split("{").length - other.path.split("{").length);

function findEndpoint(method: string, path: string): Endpoint | null {
  return (
    endpoints.find(
      (one) =>
        one.method === method &&
        new RegExp(`^/api${one.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path),
    ) ?? null
  );
}

/**
 * Takes the place of a station's server behind a page. It answers by the contract for the role,
 * changes nothing, and records the requests.
 */
export class StandInServer {
  readonly requests: AnsweredRequest[] = [];
  /**
   * The server accepts these changes, which the desk of every role sends. It refuses all others.
   */
  readonly answered = new Set([
    "subscribeCalls",
    "authoriseChannel",
    "authoriseUser",
    "sendHeartbeat",
  ]);
  /** The settings of the person at the desk. */
  settings: contract.UserSettings = defaultSettings;
  readonly #known: KnownAnswers;
  readonly #sockets: SendEvent[] = [];

  /** `others` are further stations of the person, without callers. */
  constructor(role: Role, calls: readonly Call[], others: readonly Station[] = []) {
    const station = { id: STATION_ID, callSign: "2ZZ", name: "2ZZ Sydney", role };
    this.#known = {
      calls,
      call: calls[0],
      ended: [],
      seq: 1,
      beatEveryMs: 10_000,
      channel: stationChannel(STATION_ID),
      nextCursor: null,
      voice: { signallingHost: "127.0.0.1:9", tls: false, edge: "local" },
      iceServers: [],
      realtime: { key: "key", host: "127.0.0.1", port: 9, tls: false, cluster: "main" },
      auth: "key:signature",
      channel_data: JSON.stringify({ user_id: ALICE, user_info: { name: "Alice", role } }),
      user_data: JSON.stringify({ id: ALICE }),
      stations: [station, ...others],
      soundsUrl: "/sounds",
      feedsAir: { line1: false, line2: true },
      air: { station: { line1: false, line2: true }, presets: [] },
    };
  }

  /** Sends the event of a new call to every connected page. */
  ring(call: Call): void {
    // A page that connects later does not get this call, because no snapshot contains it.
    this.#publish("call.arrived", { call }, call.station);
  }

  /** Sends the event of a changed call to every connected page. */
  change(call: Call): void {
    this.#publish("call.changed", { call }, call.station);
  }

  /** Ends a call, as a caller who hangs up does. */
  end(call: Call): void {
    const desk = { status: "ended", reason: "caller_hung_up", at: call.arrivedAt };
    this.#publish("call.ended", { call: { ...call, desk } });
  }

  /** Changes the lines that feed the air, and makes every desk read them again. */
  setAir(station: LineFeeds): void {
    this.#known["air"] = { station, presets: [] };
    this.#publish("station.stale", {});
  }

  #publish(type: string, more: object, station = STATION_ID): void {
    const seq = Number(this.#known["seq"]) + 1;
    this.#known["seq"] = seq;
    for (const send of this.#sockets) {
      send(type, { type, seq, ...more }, stationChannel(station));
    }
  }

  async standIn(page: Page): Promise<void> {
    await page.route("**/api/**", (route) => this.#answer(route));
    await page.routeWebSocket(/\/app\//, (socket) => {
      this.#sockets.push(acceptSocket(socket));
    });
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const endpoint = findEndpoint(request.method(), pathname);
    if (endpoint === null) {
      return route.fulfill({ json: answerSignIn(pathname) });
    }
    this.requests.push({ endpoint, body: request.postDataJSON() as unknown });
    if (endpoint.method !== "GET" && !this.answered.has(endpoint.id)) {
      const error = { code: "conflict", message: "Not now.", requestId: "1" };
      return route.fulfill({ status: 409, json: { error } });
    }
    return route.fulfill({ json: this.#sample(endpoint, request.postDataJSON()) });
  }

  #findCalls(body: unknown): { calls: Call[] } {
    const { station } = body as { station: string };
    const calls = this.#known["calls"] as readonly Call[];
    return { calls: calls.filter((call) => call.station === station) };
  }

  #sample(endpoint: Endpoint, body: unknown): unknown {
    switch (endpoint.id) {
      case "subscribeCalls":
        return sampleAnswer(endpoint, { ...this.#known, ...this.#findCalls(body) });
      case "listStations":
        return { items: this.#known["stations"], nextCursor: null };
      case "readSettings":
        return this.settings;
      case "readContest":
        return { contest: null };
      default:
        return sampleAnswer(endpoint, this.#known);
    }
  }
}

export interface AnsweredRequest {
  endpoint: Endpoint;
  body: unknown;
}

function answerSignIn(path: string): unknown {
  if (path.endsWith("/session")) {
    const user = { id: ALICE, name: "Alice Okafor", email: "alice@2zz.example" };
    return { user, expires: "2030-01-01T00:00:00.000Z" };
  }
  return path.endsWith("/csrf") ? { csrfToken: "token" } : {};
}

interface SocketMessage {
  event: string;
  data?: { channel?: string };
}

type SendEvent = (event: string, data: object, channel?: string) => void;

/** Accepts every client, as a realtime service does; returns a function that sends an event. */
function acceptSocket(socket: WebSocketRoute): SendEvent {
  function send(event: string, data: object, channel?: string): void {
    socket.send(JSON.stringify({ event, data: JSON.stringify(data), channel }));
  }
  socket.onMessage((text) => {
    const { event, data } = JSON.parse(String(text)) as SocketMessage;
    if (event === "pusher:ping") {
      send("pusher:pong", {});
    } else if (event === "pusher:signin") {
      send("pusher:signin_success", { user_data: JSON.stringify({ id: ALICE }) });
    } else if (event === "pusher:subscribe") {
      const presence = { presence: { ids: [], hash: {}, count: 0 } };
      send("pusher_internal:subscription_succeeded", presence, data?.channel);
    }
  });
  send("pusher:connection_established", { socket_id: "1.1", activity_timeout: 120 });
  return send;
}
