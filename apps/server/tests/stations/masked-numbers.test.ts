import pusherModule from "pusher-js";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import * as contract from "@linedesk/contract";
import {
  type Contact,
  type Endpoint,
  type NumbersFrom,
  type Privacy,
  type Role,
  stationChannel,
  wholeStationChannel,
} from "@linedesk/contract";
import { aStation, type Person } from "../support/people.ts";
import { sampleInput } from "../support/sample-input.ts";
import { asPerson, startTestServer, type TestServer } from "../support/station-server.ts";
import { TelephoneDesk } from "../support/telephone-desk.ts";

// The module is the constructor itself in Node; its types describe the bundlers' view.
const PusherClient = pusherModule as unknown as typeof pusherModule.default;

const NUMBER = "+61491570006";
/** Of the number in any writing, without its last three: nothing else of a test has them. */
const SECRET_DIGITS = "491570";
const KEY = "k".repeat(32);

/** The calls of the desk, and beside it a server with chat and sockets, on one database. */
let desk: TelephoneDesk;
let server: TestServer;

beforeAll(async () => {
  desk = await TelephoneDesk.open();
  server = await startTestServer(
    { EXCHANGE_PORT: "9", RATE_LIMIT: "1000000", INTEGRATION_KEY: KEY },
    { reach: async () => desk.databaseUrl },
  );
});
afterAll(async () => {
  await server.close();
  await desk.close();
});

async function showFrom(numbersFrom: NumbersFrom): Promise<void> {
  const path = `/admin/${desk.station}/privacy`;
  const { body } = await desk.get(path, desk.people.owner);
  const privacy: Privacy = { ...(body as unknown as Privacy), numbersFrom };
  const saved = await desk.send("PUT", path, desk.people.owner, privacy);
  expect(saved.status).toBe(200);
}

/** Whether the number can be read in the text, however it is written. */
function betrays(text: string): boolean {
  return text.replaceAll(/(?<=\d)[^\d]{1,6}(?=\d)/g, "").includes(SECRET_DIGITS);
}

/** Everything that a seat is answered, and every frame of its socket. */
class Eavesdropper {
  readonly bytes: { from: string; text: string }[] = [];
  readonly person: Person;

  constructor(person: Person) {
    this.person = person;
  }

  take(from: string, text: string): void {
    this.bytes.push({ from, text });
  }

  get betrayed(): string[] {
    return this.bytes.filter(({ text }) => betrays(text)).map(({ from }) => from);
  }

  async post(path: string, body: object) {
    const answer = await desk.post(path, body, this.person);
    this.take(`POST ${path}`, JSON.stringify(answer.body));
    return answer;
  }

  async get(path: string) {
    const answer = await desk.get(path, this.person);
    this.take(`GET ${path}`, JSON.stringify(answer.body));
    return answer;
  }

  /** The same of the server that has chat and sockets. */
  async ask(method: string, path: string, body?: object): Promise<string> {
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        ...asPerson(this.person),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    this.take(`${method} ${path}`, text);
    return text;
  }

  async follow(...channels: string[]): Promise<boolean[]> {
    const { realtime } = (await (await server.get("/api/config")).json()) as {
      realtime: { key: string; host: string; port: number; cluster: string };
    };
    const headers = asPerson(this.person);
    const client = new PusherClient(realtime.key, {
      cluster: realtime.cluster,
      wsHost: realtime.host,
      wsPort: realtime.port,
      forceTLS: false,
      enabledTransports: ["ws"],
      disableStats: true,
      channelAuthorization: {
        transport: "ajax",
        endpoint: `${server.url}/api/websocket/auth`,
        headers,
      },
      userAuthentication: {
        transport: "ajax",
        endpoint: `${server.url}/api/websocket/user-auth`,
        headers,
      },
    });
    onTestFinished(() => client.disconnect());
    client.connection.bind("message", (frame: unknown) =>
      this.take("frame", JSON.stringify(frame)),
    );
    client.signin();
    await client.user.signinDonePromise;
    return Promise.all(
      channels.map((name) => {
        const channel = client.subscribe(name);
        return new Promise<boolean>((resolve) => {
          channel.bind("pusher:subscription_succeeded", () => resolve(true));
          channel.bind("pusher:subscription_error", () => resolve(false));
        });
      }),
    );
  }

  /** Until this one has come, all before it has. */
  async awaitFrame(part: string): Promise<void> {
    await expect
      .poll(() => this.bytes.some(({ from, text }) => from === "frame" && text.includes(part)))
      .toBe(true);
  }
}

const reads = (Object.values(contract) as unknown[]).filter(
  (value): value is Endpoint =>
    typeof value === "object" &&
    value !== null &&
    "path" in value &&
    "method" in value &&
    value.method === "GET",
);

/** Every address from which the seat can read, asked of the whole station and of the caller. */
async function readEverything(seat: Eavesdropper, named: Record<string, string>): Promise<void> {
  const known = { station: desk.station, ...named };
  for (const { path, params, query } of reads) {
    const inPath: Record<string, unknown> = {
      ...sampleInput(params, known),
      ...(path.includes("/{id}") ? { id: desk.station } : {}),
    };
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(String(inPath[name])),
    );
    for (const input of [known, { station: desk.station }]) {
      const asked = Object.entries(sampleInput(query, input)).map(
        ([name, value]) => [name, String(value)] as [string, string],
      );
      await seat.ask("GET", `${filled}?${new URLSearchParams(asked).toString()}`);
    }
  }
}

/** A call from its first ring to the history, with all that a desk does for its caller. */
async function workACall(seat: Eavesdropper): Promise<{ call: string; contact: Contact }> {
  const { station, people } = desk;
  const phoneLine = await desk.db.selectFrom("phone_line").select("id").executeTakeFirstOrThrow();
  const contest = { phoneLine: phoneLine.id, callerCount: 1 };
  await desk.post(`/station/${station}/contest`, contest, people.producer);
  await desk.post("/contacts", { station, number: NUMBER, name: "Kim" }, people.producer);

  const { sid, id } = await desk.ring(NUMBER);
  await seat.post("/twilio/calls/call_subscription", { station });
  const accept = { call: id, action: "accept", line: "line1" };
  const taken = await seat.post("/twilio/calls/handle_call", accept);
  await desk.connect(seat.person, taken.body as never);
  await seat.post("/twilio/calls/handle_hold", { call: id, hold: true });
  await seat.post("/twilio/calls/handle_hold", { call: id, hold: false });
  await seat.post("/twilio/calls/description", { call: id, description: "Bins" });
  await seat.post("/caller/location", { call: id, location: "Penrith" });
  const saved = await seat.post("/caller/contact", { call: id, owner: "show", show: "Breakfast" });
  const contact = saved.body["contact"] as Contact;
  const again = await seat.post("/caller/contact", { call: id });
  expect(again).toMatchObject({ status: 409 });
  await seat.ask("POST", "/chat", { station, key: crypto.randomUUID(), text: "look", call: id });
  await seat.post("/twilio/calls/handle_call", { call: id, action: "verify" });
  const onAir = await desk.act(people.presenter, { call: id, action: "take_over", line: "line2" });
  if (onAir.claim !== null) {
    await desk.connect(people.presenter, onAir);
  }
  const prize = await desk.post(
    "/promo/prizes",
    { station, name: "Mug", valueCents: 100, stock: 2 },
    people.producer,
  );
  const won = { call: id, prize: (prize.body["prize"] as { id: string }).id };
  await desk.post("/promo/prizeHistory", won, people.producer);
  await seat.get(`/promo/prizeHistory?station=${station}&call=${id}`);
  await desk.service.drop(sid);
  await desk.service.settle();
  return { call: id, contact };
}

test("[AD79] [AD100] a masked seat receives the number in no answer and no frame of a whole call", async () => {
  const { station, people } = desk;
  await showFrom("owner");
  const [screener, owner] = [new Eavesdropper(people.screener), new Eavesdropper(people.owner)];
  const channels = [stationChannel(station), `presence-station-${station}`];
  expect(await screener.follow(...channels, wholeStationChannel(station))).toEqual([
    true,
    true,
    false,
  ]);
  expect(await owner.follow(...channels, wholeStationChannel(station))).toEqual([true, true, true]);

  const { call, contact } = await workACall(screener);
  const { caller } = await desk.db
    .selectFrom("call")
    .select("caller_id as caller")
    .where("id", "=", call)
    .executeTakeFirstOrThrow();
  const named = { call, caller: caller ?? "", number: contact.number, to: contact.number };
  await screener.awaitFrame('"call.ended"');
  await owner.awaitFrame('"call.ended"');
  await readEverything(screener, { ...named, find: "kim" });
  const admin = new Eavesdropper(people.admin);
  await readEverything(admin, named);
  for (const path of [`/station/${station}/contest/export`, "/promo/export", "/contacts/export"]) {
    await admin.post(path, { station });
  }
  await admin.post(`/station/${station}/caller/history/export`, {});
  await admin.post(`/admin/${station}/audit/export`, {});

  expect(screener.betrayed).toEqual([]);
  expect(admin.betrayed).toEqual([]);
  for (const shown of ["•••• ••• 006", contact.number]) {
    expect(screener.bytes.some(({ text }) => text.includes(shown))).toBe(true);
  }
  expect(screener.bytes.every(({ text }) => !text.includes('"internal_error"'))).toBe(true);
  // What is looked for is there: the owner receives it on the channel of whole numbers alone.
  await readEverything(owner, { ...named, number: NUMBER, to: NUMBER });
  expect(owner.betrayed).toContain("frame");
  expect(new Set(owner.betrayed).size).toBeGreaterThan(8);
});
