import type { Endpoint, Role } from "@linedesk/contract";
import * as contract from "@linedesk/contract";
import { roles } from "@linedesk/contract";
import { uuidV7 } from "../../src/platform/db/uuid.ts";
import { aPerson, aStation, type Person } from "./people.ts";
import { type KnownValues, sampleInput } from "./sample-input.ts";
import { asPerson, startTestServer, type TestServer } from "./station-server.ts";

const NUMBER = "+61491570006";

export const endpoints = (Object.values(contract) as unknown[]).filter(
  (value): value is Endpoint =>
    typeof value === "object" && value !== null && "path" in value && "access" in value,
);

/** Returns true for an endpoint that requires a key, which no person has. */
export function needsKey({ id, access }: Endpoint): boolean {
  return access.type === "key" || id === "setNowPlaying";
}

export function fillPath(path: string, params: KnownValues): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(params[name])),
  );
}

/** The input of an endpoint, by the part of the request. */
export interface EndpointInput {
  params: KnownValues;
  query: KnownValues;
  body: unknown;
}

interface Outcome {
  status: number;
  code: string | null;
  fields: string[];
  answer: unknown;
}

/** A station with a person of each role, a past call, a recording, and another station's owner. */
export class ProbedStation {
  readonly server: TestServer;
  readonly people: Record<Role, Person>;
  readonly outsider: Person;
  readonly station: string;
  readonly outside: string;
  readonly #known: KnownValues;

  private constructor(
    server: TestServer,
    members: { people: Record<Role, Person>; outsider: Person; outside: string },
    known: KnownValues & { station: string },
  ) {
    this.server = server;
    this.people = members.people;
    this.outsider = members.outsider;
    this.outside = members.outside;
    this.station = known.station;
    this.#known = known;
  }

  static async start(): Promise<ProbedStation> {
    const server = await startTestServer({ EXCHANGE_PORT: "9", RATE_LIMIT: "1000000" });
    const members: [Person, Role][] = [];
    for (const role of roles) {
      members.push([await aPerson(server.db, role), role]);
    }
    const people = Object.fromEntries(members.map(([person, role]) => [role, person])) as Record<
      Role,
      Person
    >;
    const outsider = await aPerson(server.db, "Frank");
    const outside = await aStation(server.db, [[outsider, "owner"]]);
    const station = await aStation(server.db, members);
    const call = await aPastCall(server, station);
    const recording = await aRecording(server, station, call);
    const named = { station, call, recording, calls: [call], number: NUMBER };
    return new ProbedStation(
      server,
      { people, outsider, outside },
      { ...named, owner: "person", openingHours: null },
    );
  }

  /** Returns an input that the contract accepts. */
  sample({ path, params, query, body }: Endpoint): EndpointInput {
    const station = this.#known["station"];
    return {
      params: {
        id: station,
        ...sampleInput(params, this.#known),
        ...(path.includes("/{id}") ? { id: station } : {}),
      },
      query: sampleInput(query, this.#known),
      body: body === undefined ? undefined : sampleInput(body, this.#known),
    };
  }

  /** Sends the input, by default one that only the permission can refuse. */
  async ask(
    endpoint: Endpoint,
    person: Person | null,
    { params, query, body }: EndpointInput = this.sample(endpoint),
  ): Promise<Outcome> {
    const filled = fillPath(endpoint.path, params);
    const search = Object.entries(query).map(([name, value]) => [name, String(value)]);
    const answer = await fetch(
      `${this.server.url}/api${filled}?${new URLSearchParams(search).toString()}`,
      {
        method: endpoint.method,
        headers: {
          ...(person === null ? {} : asPerson(person)),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    );
    const read = (await answer.json()) as { error?: { code: string; fields?: object } };
    const { code = null, fields = {} } = read.error ?? {};
    return { status: answer.status, code, fields: Object.keys(fields), answer: read };
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

async function aPastCall(server: TestServer, station: string): Promise<string> {
  const at = new Date();
  const id = uuidV7(at.getTime());
  const desk = { status: "ended", reason: "caller_hung_up", at: at.toISOString(), verified: false };
  await server.db
    .insertInto("call")
    .values({
      id,
      arrived_at: at,
      station_id: station,
      direction: "inbound",
      number: NUMBER,
      call_state: JSON.stringify({ status: "ended", reason: "completed" }),
      desk: JSON.stringify(desk),
      ended_at: at,
      reason: "caller_hung_up",
      changed_at: at,
    })
    .execute();
  return id;
}

/** Inserts a recording whose sound is at a telephony service that does not answer. */
async function aRecording(server: TestServer, station: string, call: string): Promise<string> {
  const at = new Date();
  const id = uuidV7();
  await server.db
    .insertInto("recording")
    .values({
      id,
      station_id: station,
      call_id: call,
      state: "stored",
      requested_at: at,
      notice_words: "This call is recorded.",
      announced_at: at,
      started_at: at,
      ended_at: at,
      duration_s: 1,
      service_sid: "RE00000000000000000000000000000001",
    })
    .execute();
  return id;
}
