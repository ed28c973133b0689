import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { InjectOptions } from "fastify";
import { afterAll } from "vitest";

import { findFreePort } from "@linedesk/base";
import type { Call, Claim } from "@linedesk/contract";
import { demoPeople } from "@linedesk/sso";
import { nodeArguments, VoiceClient } from "@linedesk/testkit";
import { makeConfig, readSettings, type Config } from "../../src/config/config.ts";
import { loadSecrets } from "../../src/config/secrets.ts";
import { registerFeatures } from "../../src/features.ts";
import type { Db } from "../../src/platform/db/database.ts";
import { createApp } from "../../src/platform/http/app.ts";
import { MountedServices } from "../../src/platform/http/mounts/mounted-services.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { createPusher } from "../../src/platform/realtime/pusher.ts";
import type { MonitorLoop } from "../../src/telephony/monitor-loop.ts";
import { openTelephony } from "../../src/telephony/open-telephony.ts";
import { knownQueueSids } from "../../src/telephony/station-queue.ts";
import type { TelephonySnapshot } from "../../src/telephony/telephony.ts";
import { aloneOn } from "./alone-on.ts";
import { createTestDatabase } from "./database.ts";
import type { Person } from "./people.ts";
import { asPerson, makeTestApi } from "./station-server.ts";

function demoPerson(index: number): Person {
  const { sub = "", name = "" } = demoPeople[index] ?? {};
  return { id: sub, name };
}
export const alice = demoPerson(0);
export const bob = demoPerson(1);
export const owner = demoPerson(demoPeople.findIndex(({ role }) => role === "owner"));

/** Opens a desk for all tests of a file. */
export async function openExchangeDesk(options?: DeskOptions): Promise<ExchangeDesk> {
  const desk = await ExchangeDesk.open(options);
  afterAll(() => desk.close());
  return desk;
}

interface DeskOptions {
  peer?: string;
  /** The settings, which may need the address of the desk's exchange. */
  env?: Record<string, string> | ((exchangeUrl: string) => Record<string, string>);
}

export class ExchangeDesk implements AsyncDisposable {
  db!: Db;
  station!: string;
  sip!: { address: string; port: number };
  monitorLoop!: MonitorLoop;
  #config!: Config;
  #exchange!: ChildProcess;
  #ports!: { web: number; exchange: number };
  #app!: Awaited<ReturnType<typeof createApp>>;
  #peer: Record<string, string> = {};
  #aheadMs = 0;
  #ends: (() => Promise<unknown>)[] = [];

  static async open({ peer, env = {} }: DeskOptions = {}): Promise<ExchangeDesk> {
    const desk = new ExchangeDesk();
    desk.#peer = peer === undefined ? {} : { SIP_PEER: peer, SIP_OPEN: "true" };
    const database = await createTestDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), "linedesk-exchange-desk-"));
    desk.db = database.db;
    desk.#ports = { web: await findFreePort(), exchange: await findFreePort() };
    desk.sip = { address: "127.0.0.1", port: await findFreePort() };
    const settings = readSettings({
      NODE_ENV: "test",
      LOG_LEVEL: "silent",
      LINEDESK_DATA: dataDir,
      EXCHANGE_PORT: String(desk.#ports.exchange),
      ...(typeof env === "function" ? env(`http://127.0.0.1:${desk.#ports.exchange}`) : env),
    });
    desk.#config = makeConfig(settings, await loadSecrets(dataDir));
    await desk.startExchange();
    await desk.startServer();
    desk.#ends = [
      () => desk.monitorLoop.close(),
      () => desk.#app.close(),
      () => desk.stopExchange(),
      () => database.close(),
      () => rm(dataDir, { recursive: true, force: true }),
    ];
    return desk;
  }

  async startServer(): Promise<void> {
    const log = createLogger(this.#config.log);
    function onError(error: unknown): never {
      throw error;
    }
    const front = new MountedServices({ hub: null, exchanges: [], sso: null, onError });
    this.#app = await createApp({ config: this.#config, log, front, tls: null });
    this.monitorLoop = await registerFeatures(makeTestApi(this.#app, this.db), {
      isOtherRelease: async () => false,
      hub: null,
      context: {
        config: this.#config,
        db: this.db,
        log,
        ...aloneOn(this.db),
        restart: () => undefined,
      },
      pusher: createPusher(this.#config.realtime, this.#ports.web),
      readParts: async () => ({ database: "up", telephony: "up", realtime: "up", disk: "up" }),
      readIssuer: () => null,
      readExchanges: async () => null,
      webhookUrl: `http://127.0.0.1:${this.#ports.web}`,
      listPresentAudioServers: async () => new Set(),
      listChannelMembers: async () => new Set(),
      // These tests do not check open consoles, so every person counts as present.
      listPresentUsers: async () => {
        const people = await this.db.selectFrom("user").select("id").execute();
        return new Set(people.map(({ id }) => id));
      },
    });
    await this.#app.listen({ host: "127.0.0.1", port: this.#ports.web });
    const row = await this.db
      .selectFrom("station")
      .select("id")
      .where("call_sign", "=", "2ZZ")
      .executeTakeFirstOrThrow();
    this.station = row.id;
    await this.until("the exchange is ready", async () => this.monitorLoop.monitor.isReady);
  }

  async startExchange(): Promise<void> {
    const { telephony, dataDir } = this.#config;
    this.#exchange = spawn(process.execPath, nodeArguments("exchange"), {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: {
        ...process.env,
        LINEDESK_DATA: dataDir,
        LINEDESK_TEST_CLOCK: this.#clockFile,
        LOG_LEVEL: "fatal",
        EXCHANGE_PORT: String(this.#ports.exchange),
        SIP_PORT: String(this.sip.port),
        ...this.#peer,
        TWILIO_ACCOUNT_SID: telephony.accountSid,
        TWILIO_AUTH_TOKEN: telephony.authToken,
        TWILIO_API_KEY: telephony.apiKey,
        TWILIO_API_SECRET: telephony.apiSecret,
      },
    });
    await new Promise<void>((resolve, reject) => {
      this.#exchange.once("message", () => resolve());
      this.#exchange.once("exit", (code) => reject(new Error(`the exchange ended with ${code}`)));
    });
  }

  get #clockFile(): string {
    return join(this.#config.dataDir, "test-clock");
  }

  /** Moves the exchange's clock forward; its sound continues in real time. */
  async passTime(ms: number): Promise<void> {
    this.#aheadMs += ms;
    await writeFile(this.#clockFile, String(this.#aheadMs));
  }

  async stopExchange(): Promise<void> {
    if (this.#exchange.exitCode !== null || this.#exchange.signalCode !== null) {
      return;
    }
    const ended = new Promise((resolve) => this.#exchange.once("exit", resolve));
    this.#exchange.kill("SIGKILL");
    await ended;
  }

  async close(): Promise<void> {
    for (const end of this.#ends) {
      await end();
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #inject(method: "GET" | "POST" | "PUT" | "DELETE", path: string, how: InjectOptions) {
    const answer = await this.#app.inject({ method, url: `/api${path}`, ...how });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  }

  ask(path: string, payload: object, person: Person) {
    return this.#inject("POST", path, { headers: asPerson(person), payload });
  }

  async post(path: string, body: object, person: Person): Promise<Record<string, unknown>> {
    const answer = await this.ask(path, body, person);
    if (answer.status !== 200) {
      throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  }

  async get(path: string, person: Person): Promise<Record<string, unknown>> {
    return (await this.#inject("GET", path, { headers: asPerson(person) })).body;
  }

  send(method: "PUT" | "DELETE", path: string, person: Person, payload: object = {}) {
    return this.#inject(method, path, { headers: asPerson(person), payload });
  }

  /** Returns a recording directly from the exchange. */
  findRecording(sid: string) {
    return openTelephony(this.#config.telephony).recordings.find(sid);
  }

  /** Fetches an answer that is not JSON, as a browser's player does. */
  async fetchFile(path: string, person: Person, headers: Record<string, string> = {}) {
    const url = `http://127.0.0.1:${this.#ports.web}/api${path}`;
    return fetch(url, { headers: { ...asPerson(person), ...headers } });
  }

  /** Accepts, takes over or resumes; the claim is for the softphone. */
  async handle(person: Person, call: string, action: string) {
    const body = { call, action, line: "line1" };
    const answer = await this.post("/twilio/calls/handle_call", body, person);
    return answer as unknown as { claim: Claim; call: Call };
  }

  get config(): Config {
    return this.#config;
  }

  /**
   * Starts the official Voice SDK with the person's own token, by default at the first exchange.
   */
  async softphone(person: Person, service?: string): Promise<VoiceClient> {
    const wanted = { identity: person.id, ...(service === undefined ? {} : { service }) };
    const { token } = await this.post("/twilio/auth", wanted, person);
    const at = this.#config.services.find((one) => one.service === service);
    const signalUrl = (at ?? this.#config.telephony).apiUrl?.replace(/^http/, "ws") ?? "";
    const client = await VoiceClient.start({ signalUrl, token: String(token) });
    await client.register();
    return client;
  }

  /** Pairs an audio server by its code, and starts the official Voice SDK with its line's token. */
  async audioServer(code: string, line: string): Promise<{ id: string; client: VoiceClient }> {
    const { body } = await this.#inject("POST", "/audioServers/pair", { payload: { code } });
    const id = String(body["id"]);
    const headers = { authorization: `Bearer ${String(body["key"])}` };
    const path = `/audioServers/${id}/voiceToken`;
    const given = await this.#inject("POST", path, { headers, payload: { line } });
    const token = String(given.body["token"]);
    const signalUrl = `ws://127.0.0.1:${this.#ports.exchange}`;
    return { id, client: await VoiceClient.start({ signalUrl, token }) };
  }

  /** Fetches a token of the demonstration telephone, which has its own identity and no session. */
  async phoneToken(): Promise<{ signalUrl: string; token: string }> {
    const { body } = await this.#inject("POST", "/phone/token", { payload: {} });
    return { signalUrl: `ws://127.0.0.1:${this.#ports.exchange}`, token: String(body["token"]) };
  }

  async snapshot(): Promise<TelephonySnapshot> {
    const telephony = openTelephony(this.#config.telephony);
    return telephony.snapshot(await knownQueueSids(this.db, "main"));
  }

  async calls(person: Person): Promise<Call[]> {
    const answer = await this.post(
      "/twilio/calls/call_subscription",
      { station: this.station },
      person,
    );
    return answer["calls"] as Call[];
  }

  async until(what: string, is: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
    const endMs = performance.now() + timeoutMs;
    while (!(await is())) {
      if (performance.now() > endMs) {
        throw new Error(`${what}: not within ${timeoutMs} ms`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async untilDesk(person: Person, id: string, status: string): Promise<Call> {
    let found: Call | undefined;
    await this.until(`call is ${status}`, async () => {
      found = (await this.calls(person)).find((call) => call.id === id);
      return status === "ended" ? found === undefined : found?.desk.status === status;
    });
    return found as Call;
  }
}
