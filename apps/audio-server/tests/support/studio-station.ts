import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { SignJWT } from "jose";
import Pusher from "pusher";

import { findFreePort } from "@linedesk/base";
import { createHub, type Hub } from "@linedesk/hub";
import { nodeArguments } from "@linedesk/testkit";

const hubKeys = { appId: "linedesk", key: "hub-key", secret: "hub-secret" };
const account = { sid: `AC${"1".repeat(32)}`, authToken: "2".repeat(32) };
const apiKey = { sid: `SK${"3".repeat(32)}`, secret: "4".repeat(32) };

export const number = "+61255500101";
export const pairing = {
  code: "ABCD-EFGH",
  id: "0193d3c4-0000-7000-8000-0000000000a5",
  key: "the-key-of-the-audio-server",
};

interface Request {
  path: string;
  authorization: string;
  body: Record<string, string>;
}

export interface GrantRequest {
  line: string;
  user: string;
  target: { type: string; call?: string; to?: string; conference?: string };
}

/**
 * A station as an audio server needs it: the real exchange, the real hub, and the few server
 * requests that an audio server sends. A line that connects with a claim joins the listeners of the
 * number in one room.
 */
export class StudioStation {
  readonly pusher = new Pusher({ ...hubKeys, host: "127.0.0.1", port: "1", useTLS: false });
  readonly claims: string[] = [];
  readonly digitsClaim = randomUUID();
  digits = "";
  readonly refusedClaim = randomUUID();
  readonly takenCall = randomUUID();
  /** The claims that the station grants for calls, by the call. */
  readonly claimFor: Record<string, string> = {};
  readonly granted: GrantRequest[] = [];
  room = "room";
  readonly identities: string[] = [];
  readonly requests: Pick<Request, "path" | "authorization">[] = [];
  readonly logs: Record<string, string>[] = [];
  isKeyRevoked = false;
  port = 0;
  sip = { address: "127.0.0.1", port: 0 };
  exchangePort = 0;
  hub!: Hub;
  #server!: Server;
  #exchange!: ChildProcess;
  #dataDir = "";
  #application = "";
  #isCodeUsed = false;

  static async open(): Promise<StudioStation> {
    const station = new StudioStation();
    station.#dataDir = await mkdtemp(join(tmpdir(), "linedesk-studio-"));
    station.#server = createServer((request, response) => void station.#answer(request, response));
    station.openHub();
    await new Promise<void>((resolve) => station.#server.listen(0, "127.0.0.1", resolve));
    station.port = (station.#server.address() as AddressInfo).port;
    station.sip.port = await findFreePort();
    station.exchangePort = await findFreePort();
    await station.#startExchange();
    return station;
  }

  get exchangePid(): number | undefined {
    return this.#exchange.pid;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async listenAlso(port: number): Promise<Server> {
    const server = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    return server;
  }

  openHub(): void {
    this.hub = createHub({
      keys: hubKeys,
      channels: { takesClientEvents: () => true, needsUser: true },
    });
    this.hub.attach(this.#server);
  }

  async closeHub(): Promise<void> {
    await this.hub.close();
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#exchange.once("exit", resolve));
    this.#exchange.kill("SIGKILL");
    await ended;
    await this.hub.close();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  async #startExchange(): Promise<void> {
    this.#exchange = spawn(process.execPath, nodeArguments("exchange"), {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: {
        ...process.env,
        LINEDESK_DATA: this.#dataDir,
        LOG_LEVEL: "fatal",
        EXCHANGE_PORT: String(this.exchangePort),
        SIP_PORT: String(this.sip.port),
        TWILIO_ACCOUNT_SID: account.sid,
        TWILIO_AUTH_TOKEN: account.authToken,
        TWILIO_API_KEY: apiKey.sid,
        TWILIO_API_SECRET: apiKey.secret,
      },
    });
    await new Promise<void>((resolve, reject) => {
      this.#exchange.once("message", () => resolve());
      this.#exchange.once("exit", (code) => reject(new Error(`the exchange ended with ${code}`)));
    });
    const voiceUrl = `${this.url}/voice`;
    await this.#create("IncomingPhoneNumbers", { PhoneNumber: number, VoiceUrl: voiceUrl });
    const made = await this.#create("Applications", { FriendlyName: "desk", VoiceUrl: voiceUrl });
    this.#application = String(made["sid"]);
  }

  async #create(list: string, fields: Record<string, string>): Promise<Record<string, unknown>> {
    const base = `http://127.0.0.1:${this.exchangePort}/2010-04-01/Accounts/${account.sid}`;
    const response = await fetch(`${base}/${list}.json`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${account.sid}:${account.authToken}`)}` },
      body: new URLSearchParams(fields),
    });
    if (!response.ok) {
      throw new Error(`${list}: ${await response.text()}`);
    }
    return (await response.json()) as Record<string, unknown>;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const text = Buffer.concat(chunks).toString("utf8");
    const isJson = request.headers["content-type"]?.startsWith("application/json") === true;
    const body = isJson
      ? (JSON.parse(text) as Record<string, string>)
      : Object.fromEntries(new URLSearchParams(text));
    const { authorization = "" } = request.headers;
    const path = request.url ?? "";
    this.requests.push({ path, authorization });
    const answer = path === "/voice" ? this.#document(body) : null;
    if (answer !== null) {
      response.writeHead(200, { "content-type": "text/xml" }).end(answer);
      return;
    }
    const [status, json] = await this.#api({ path, authorization, body });
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
  }

  #document({ claim, From = "", Digits: digits = "" }: Record<string, string>): string {
    if (claim !== undefined) {
      this.identities.push(From);
      this.claims.push(claim);
    }
    if (claim === this.refusedClaim) {
      return '<Response><Reject reason="rejected"/></Response>';
    }
    if (claim === this.digitsClaim && digits === "") {
      return '<Response><Gather numDigits="2" timeout="30"/></Response>';
    }
    this.digits += digits;
    return (
      `<Response><Dial><Conference beep="false" startConferenceOnEnter="true">${this.room}` +
      "</Conference></Dial></Response>"
    );
  }

  async #api({ path, authorization, body }: Request): Promise<[number, unknown]> {
    if (path === "/api/config") {
      return [200, this.#config()];
    }
    if (path === "/api/audioServers/pair") {
      const isRight = body["code"] === pairing.code && !this.#isCodeUsed;
      this.#isCodeUsed ||= isRight;
      return isRight
        ? [200, { id: pairing.id, key: pairing.key }]
        : [404, { error: { code: "not_found", message: "No such pairing code." } }];
    }
    if (authorization !== `Bearer ${pairing.key}` || this.isKeyRevoked) {
      return [401, { error: { code: "not_signed_in", message: "Sign in first." } }];
    }
    const name = `as-${pairing.id}`;
    const socket = body["socket_id"] ?? "";
    switch (path) {
      case "/api/websocket/user-auth":
        return [200, this.pusher.authenticateUser(socket, { id: name })];
      case "/api/websocket/auth": {
        const channel = body["channel_name"] ?? "";
        const user_info = { kind: "audio_server", name: "Studio 1" };
        const member = { user_id: name, user_info };
        return [200, this.pusher.authorizeChannel(socket, channel, member)];
      }
      case `/api/audioServers/${pairing.id}/voiceToken`:
        return [200, await this.#voiceToken(body["line"] ?? "")];
      case `/api/audioServers/${pairing.id}/claim`:
        return this.#grant(body as unknown as GrantRequest);
      case `/api/audioServers/${pairing.id}/log`:
        this.logs.push(readLog(body));
        return [200, {}];
      default:
        return [404, { error: { code: "not_found", message: "There is no such path." } }];
    }
  }

  #grant(request: GrantRequest): [number, unknown] {
    this.granted.push(request);
    return request.target.call === this.takenCall
      ? [409, { error: { code: "call_taken", message: "Bob has this call." } }]
      : [200, { claim: this.claimFor[request.target.call ?? ""] ?? randomUUID() }];
  }

  #config() {
    return {
      realtime: { key: hubKeys.key, host: "127.0.0.1", port: this.port, tls: false, cluster: "" },
      voice: { signallingHost: `127.0.0.1:${this.exchangePort}`, tls: false, edge: "roaming" },
    };
  }

  async #voiceToken(line: string) {
    const identity = `as-${pairing.id}-${line}`;
    const nowS = Math.floor(Date.now() / 1000);
    const voice = {
      incoming: { allow: false },
      outgoing: { application_sid: this.#application },
    };
    const token = await new SignJWT({ grants: { identity, voice } })
      .setProtectedHeader({ alg: "HS256", typ: "JWT", cty: "twilio-fpa;v=1" })
      .setJti(`${apiKey.sid}-${nowS}`)
      .setIssuer(apiKey.sid)
      .setSubject(account.sid)
      .setIssuedAt(nowS)
      .setExpirationTime(nowS + 900)
      .sign(new TextEncoder().encode(apiKey.secret));
    return { token, identity, iceServers: [] };
  }
}

function readLog(body: object): { request: string; text: string } {
  const { request, lines } = body as { request: string; lines: string[] };
  return { request, text: lines.join("\n") };
}
