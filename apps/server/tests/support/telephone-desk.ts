import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "node:querystring";

import type { InjectOptions } from "fastify";
import { afterAll } from "vitest";

import type {
  Call,
  Claim,
  DeviceLine,
  FlagEffect,
  FlagKind,
  Role,
  StationEvent,
} from "@linedesk/contract";
import { makeConfig, readSettings } from "../../src/config/config.ts";
import { loadSecrets } from "../../src/config/secrets.ts";
import { registerFeatures } from "../../src/features.ts";
import type { Db } from "../../src/platform/db/database.ts";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { createApp } from "../../src/platform/http/app.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { createPusher } from "../../src/platform/realtime/pusher.ts";
import type { MonitorLoop } from "../../src/telephony/monitor-loop.ts";
import { openTelephony } from "../../src/telephony/open-telephony.ts";
import { knownQueueSids } from "../../src/telephony/station-queue.ts";
import type { TelephonySnapshot } from "../../src/telephony/telephony.ts";
import { aloneOn } from "./alone-on.ts";
import { createTestDatabase } from "./database.ts";
import { type DeskEnv, deskSettings } from "./desk-settings.ts";
import { aPerson, aStation, type Person } from "./people.ts";
import { PushedClock } from "./pushed-clock.ts";
import { answerRest } from "./scripted-rest.ts";
import { ScriptedTelephony } from "./scripted-telephony.ts";
import { asPerson, makeFront, makeTestApi } from "./station-server.ts";

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

interface ActionAnswer {
  status: number;
  call: Call;
  claim: Claim | null;
  error: { code: string; message: string } | undefined;
}

type FlagFields = { name: string; kind?: FlagKind; effect?: FlagEffect; station_id?: string } & {
  hidden_by_default?: boolean;
};

const base = "http://127.0.0.1:4999";

/** Opens a desk for all tests of a file. */
export async function openDesk(env?: DeskEnv): Promise<TelephoneDesk> {
  const desk = await TelephoneDesk.open(env);
  afterAll(() => desk.close());
  return desk;
}

/** A station with people and lines, its API, and a scripted telephony service. */
export class TelephoneDesk implements AsyncDisposable {
  readonly service = new ScriptedTelephony();
  readonly clock = new PushedClock();
  serviceAddress = "127.0.0.1";
  db!: Db;
  /** Uses the role that owns the database, for changes that the product never makes. */
  ownerDb!: Db;
  databaseUrl!: string;
  station!: string;
  line!: string;
  feature!: MonitorLoop;
  /** People with an open console; everybody by default. */
  readonly present = new Set<string>();
  readonly presentServers = new Set<string>();
  /** The members of presence channels; nobody by default. */
  readonly channelMembers = new Map<string, string[]>();
  people!: Record<Role | "outsider", Person>;
  #app!: Awaited<ReturnType<typeof createApp>>;
  #config!: ReturnType<typeof makeConfig>;
  #ends: (() => Promise<unknown>)[] = [];
  #paired = 0;

  static async open(env: DeskEnv = {}): Promise<TelephoneDesk> {
    const desk = new TelephoneDesk();
    await desk.#open(env);
    return desk;
  }

  async #open(env: DeskEnv): Promise<void> {
    const database = await createTestDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), "linedesk-desk-"));
    this.db = database.db;
    this.ownerDb = database.ownerDb;
    this.databaseUrl = database.url;
    const serviceUrl = await this.service.start(answerRest);
    const settings = readSettings({ ...deskSettings(serviceUrl, env), LINEDESK_DATA: dataDir });
    const config = makeConfig(settings, await loadSecrets(dataDir));
    await this.#makeStation();
    this.#config = config;
    ({ app: this.#app, feature: this.feature } = await this.#makeApp(config));
    this.attach(this.service);
    this.#ends = [
      () => this.feature.close(),
      () => this.service.close(),
      () => this.#app.close(),
      () => database.close(),
      () => rm(dataDir, { recursive: true, force: true }),
    ];
    await this.feature.monitor.tick();
  }

  async #makeApp(config: ReturnType<typeof makeConfig>) {
    const log = createLogger(config.log);
    const app = await createApp({ config, log, front: makeFront(), tls: null });
    const feature = await registerFeatures(makeTestApi(app, this.db), {
      isOtherRelease: async () => false,
      hub: null,
      context: { config, db: this.db, log, ...aloneOn(this.db), restart: () => undefined },
      pusher: createPusher(config.realtime, 4999),
      readParts: async () => ({ database: "up", telephony: "up", realtime: "up", disk: "up" }),
      readIssuer: () => null,
      readExchanges: async () => null,
      webhookUrl: base,
      listPresentUsers: async () => this.present,
      listPresentAudioServers: async () => this.presentServers,
      listChannelMembers: async (channel) => new Set(this.channelMembers.get(channel)),
      clock: this.clock,
    });
    await app.ready();
    return { app, feature };
  }

  /** Lets a scripted service send its webhooks here. */
  attach(service: ScriptedTelephony): void {
    service.base = base;
    service.authToken = this.#config.telephony.authToken;
    service.deliver = (path, params, headers) => this.#webhook(path, params, headers);
  }

  get config() {
    return this.#config;
  }

  get telephonyConfig() {
    return this.#config.telephony;
  }

  async snapshot(): Promise<TelephonySnapshot> {
    const telephony = openTelephony(this.#config.telephony);
    return telephony.snapshot(await knownQueueSids(this.db, "main"));
  }

  /** Starts another server on the same database and telephony service. */
  async replica(): Promise<MonitorLoop> {
    const { app, feature } = await this.#makeApp(this.#config);
    this.#ends.unshift(
      () => feature.close(),
      () => app.close(),
    );
    return feature;
  }

  /** Ends the server without any message, and starts another one on the same database. */
  async restart(): Promise<void> {
    await this.feature.close();
    await this.#app.close();
    ({ app: this.#app, feature: this.feature } = await this.#makeApp(this.#config));
    await this.feature.monitor.tick();
    await this.service.settle();
  }

  async #makeStation(): Promise<void> {
    const named = async (name: string) => aPerson(this.db, name);
    this.people = {
      owner: await named("Alice"),
      screener: await named("Bob"),
      presenter: await named("Carla"),
      producer: await named("Dan"),
      admin: await named("Erin"),
      outsider: await named("Frank"),
    };
    for (const { id } of Object.values(this.people)) {
      this.present.add(id);
    }
    const { outsider, ...members } = this.people;
    void outsider;
    const list = Object.entries(members).map(([role, person]): [Person, Role] => [
      person,
      role as Role,
    ]);
    this.station = await aStation(this.db, list);
    this.line = await this.aLine({});
  }

  async aLine(how: {
    open?: boolean;
    priority?: boolean;
    forward_to?: string;
    station_id?: string;
    is_own?: boolean;
  }): Promise<string> {
    const id = uuidV7();
    const digits = String(Number.parseInt(id.slice(-6), 16) % 10_000).padStart(4, "0");
    const number = `+612555${String(Math.floor(Math.random() * 10))}${digits}1`.slice(0, 12);
    const line = { id, station_id: this.station, name: "Line", number, ...how };
    await this.db.insertInto("phone_line").values(line).execute();
    return number;
  }

  async aFlag(how: FlagFields): Promise<string> {
    const id = uuidV7();
    const flag = { id, station_id: this.station, colour: "#955f04", ...how };
    await this.db.insertInto("flag").values(flag).execute();
    return id;
  }

  /** Adds an audio server to the station, and pairs it in the same way as the real program does. */
  async anAudioServer(name: string): Promise<{ id: string; key: string }> {
    const path = `/admin/${this.station}/audioServers`;
    const added = await this.post(path, { name }, this.people.admin);
    this.#paired += 1;
    // Each audio server has another address, because attempts at codes are counted by address.
    const address = `127.0.1.${this.#paired}`;
    const paired = await this.pairFrom(address, String(added.body["code"]));
    return { id: String(paired.body["id"]), key: String(paired.body["key"]) };
  }

  /** Tries a pairing code from a separate address. */
  pairFrom(remoteAddress: string, code: string): Promise<Answer> {
    return this.#ask("POST", "/audioServers/pair", { remoteAddress, payload: { code } });
  }

  /** Posts with a key and without a session, as an audio server or another system does. */
  postWithKey(path: string, body: object, key: string): Promise<Answer> {
    const headers = { authorization: `Bearer ${key}` };
    return this.#ask("POST", path, { headers, payload: body });
  }

  async close(): Promise<void> {
    for (const end of this.#ends) {
      await end();
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #ask(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    how: Pick<InjectOptions, "headers" | "payload" | "remoteAddress">,
  ): Promise<Answer> {
    const answer = await this.#app.inject({ method, url: `/api${path}`, ...how });
    return { status: answer.statusCode, body: answer.payload === "" ? {} : answer.json() };
  }

  async #webhook(path: string, params: Record<string, string>, headers: Record<string, string>) {
    const answer = await this.#app.inject({
      method: "POST",
      url: path,
      remoteAddress: this.serviceAddress,
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      payload: stringify(params),
    });
    return { status: answer.statusCode, body: answer.body };
  }

  post(path: string, body: object, person?: Person): Promise<Answer> {
    const headers = person === undefined ? {} : asPerson(person);
    return this.#ask("POST", path, { headers, payload: body });
  }

  /** Fetches a file outside the API, unauthenticated. */
  async getFile(path: string): Promise<{ status: number; type: string; bytes: Buffer }> {
    const answer = await this.#app.inject({ method: "GET", url: path });
    const type = String(answer.headers["content-type"]);
    return { status: answer.statusCode, type, bytes: answer.rawPayload };
  }

  send(
    method: "PUT" | "DELETE",
    path: string,
    person?: Person,
    body: object = {},
  ): Promise<Answer> {
    const headers = person === undefined ? {} : asPerson(person);
    return this.#ask(method, path, { headers, payload: body });
  }

  get(path: string, person?: Person): Promise<Answer> {
    return this.#ask("GET", path, { headers: person === undefined ? {} : asPerson(person) });
  }

  async ring(from = "+61491570006", to = this.line): Promise<{ sid: string; id: string }> {
    const { sid } = await this.service.ring(to, from);
    return { sid, id: await this.idOf(sid) };
  }

  async idOf(sid: string): Promise<string> {
    const row = await this.db
      .selectFrom("call_leg")
      .select("call_id")
      .where("sid", "=", sid)
      .executeTakeFirstOrThrow();
    return row.call_id;
  }

  async handle(
    person: Person,
    call: string,
    action: string,
    line: DeviceLine | undefined = "line1",
    claim?: string,
  ): Promise<ActionAnswer> {
    return this.act(person, { call, action, line, claim });
  }

  async hold(
    person: Person,
    call: string,
    hold: boolean,
    line?: DeviceLine,
  ): Promise<ActionAnswer> {
    const body = { call, hold, ...(line === undefined ? {} : { line }) };
    const answer = await this.post("/twilio/calls/handle_hold", body, person);
    return { status: answer.status, ...(answer.body as unknown as Omit<ActionAnswer, "status">) };
  }

  async converse(person: Person, line: DeviceLine = "line1", from?: string) {
    const { sid, id } = await this.ring(from);
    const leg = await this.take(person, id, line);
    return { sid, id, leg };
  }

  async take(person: Person, id: string, line: DeviceLine = "line1"): Promise<string> {
    const answer = await this.handle(person, id, "accept", line);
    if (answer.claim === null || answer.claim === undefined) {
      throw new Error("not accepted");
    }
    return this.connect(person, answer);
  }

  /** Sends the action with its other fields. */
  async act(person: Person, body: object): Promise<ActionAnswer> {
    const { status, body: answer } = await this.post("/twilio/calls/handle_call", body, person);
    return { status, ...(answer as unknown as Omit<ActionAnswer, "status">) };
  }

  async connect(person: Person, { claim }: Pick<ActionAnswer, "claim">): Promise<string> {
    const { sid } = await this.service.connect(person.id, claim?.id ?? "");
    await this.service.settle();
    return sid;
  }

  /** Moves the time forward and lets the server handle due actions. */
  async pass(ms: number): Promise<void> {
    this.clock.push(ms);
    await this.feature.monitor.tick();
    await this.service.settle();
  }

  async call(id: string): Promise<Call> {
    const { body } = await this.get(
      `/twilio/calls/call_list?station=${this.station}`,
      this.people.owner,
    );
    const found = (body["calls"] as Call[]).find((one) => one.id === id);
    if (found !== undefined) {
      return found;
    }
    const ended = (await this.events()).filter((event) => event.type === "call.ended");
    for (const event of ended) {
      if ("call" in event && event.call.id === id) {
        return event.call;
      }
    }
    throw new Error("no such call");
  }

  async actionsOn(subject: string): Promise<string[]> {
    const entries = this.db.selectFrom("audit_entry").select("action").orderBy("id");
    return (await entries.where("subject_id", "=", subject).execute()).map((one) => one.action);
  }

  audited<Column extends "user_id" | "subject_id" | "details">(
    action: string,
    ...columns: Column[]
  ) {
    const entries = this.db.selectFrom("audit_entry").select(columns);
    return entries.where("action", "=", action).orderBy("id").execute();
  }

  async endCalls(): Promise<void> {
    for (const sid of this.service.calls.keys()) {
      await this.service.drop(sid);
    }
    await this.service.settle();
  }

  async feedAir(line: DeviceLine): Promise<void> {
    const feed = { station_id: this.station, line, feeds_air: true };
    await this.db.insertInto("station_line_feed").values(feed).execute();
  }

  async events(): Promise<StationEvent[]> {
    const sent = this.db.selectFrom("outbox").select("payload");
    const rows = await sent.where("station_id", "=", this.station).orderBy("seq").execute();
    return rows.map((row) => row.payload as StationEvent);
  }
}
