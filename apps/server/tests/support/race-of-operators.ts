import {
  type Call,
  type Claim,
  type Conference,
  type DeviceLine,
  type Endpoint,
  handleCall,
  handleConference,
  outboundConference,
  placeCall,
  rejectCalls,
} from "@linedesk/contract";
import { deskEndpoints, samplePresses } from "./desk-endpoints.ts";
import type { Person } from "./people.ts";
import { choicesOf } from "./sample-input.ts";
import { seededRandom } from "./seeded-random.ts";

export interface RaceGround {
  calls(): Promise<Call[]>;
  conferences(): Promise<Conference[]>;
  /** Sends a request to the desk. After a refusal there is no claim. */
  press(person: Person, path: string, body: object): Promise<{ claim?: Claim | null }>;
  /** Connects the softphone of the person's line, which disconnects its earlier call. */
  connect(person: Person, line: DeviceLine, claim: string): Promise<void>;
  /** Closes the tab: the leg of that line ends without a message to the server. */
  vanish(person: Person, line: DeviceLine): Promise<void>;
  ring(): Promise<void>;
  callerHangsUp(call: Call): Promise<void>;
  /** Answers or ignores a call of the station, in place of the called party. */
  farEnd(picksUp: boolean): Promise<void>;
}

export interface Race {
  people: readonly Person[];
  seed: number;
  presses: number;
}

const LINES: readonly DeviceLine[] = ["line1", "line2"];
const MOST_CALLS = 8;
/** Events outside of the desk. */
const EVENTS = ["leaves", "vanish", "far_end", "far_end"] as const;
/** The shares of the endpoints and actions that race most. All others of the contract have 1. */
const SHARES: Readonly<Record<string, number>> = {
  handleHold: 4,
  handleConference: 3,
  rejectCalls: 2,
  accept: 3,
  take_over: 3,
  unlock: 3,
  undo: 2,
  add: 2,
  hold: 2,
  talk: 2,
  join: 2,
};
const CALL_ACTIONS = share(choicesOf(handleCall.body, "action"), (action) => action);
const CONFERENCE_ACTIONS = share(choicesOf(handleConference.body, "action"), (action) => action);
const OTHER_PRESSES = share<Endpoint | (typeof EVENTS)[number]>(
  [...EVENTS, ...deskEndpoints.filter(({ id }) => id !== handleCall.id)],
  (press) => (typeof press === "string" ? press : press.id),
);
const OF_MEMBERS = new Set(["remove", "mute", "hold", "talk"]);

/** Lists each entry as often as its share. */
function share<T>(list: readonly T[], nameOf: (entry: T) => string): T[] {
  return list.flatMap((entry) => Array.from({ length: SHARES[nameOf(entry)] ?? 1 }, () => entry));
}

class Operator {
  readonly #ground: RaceGround;
  readonly #random: () => number;
  readonly #race: Race;
  readonly #person: Person;

  constructor(ground: RaceGround, race: Race, index: number) {
    this.#ground = ground;
    this.#race = race;
    this.#random = seededRandom(race.seed * 1_000 + index);
    this.#person = race.people[index] as Person;
  }

  async pressAll(): Promise<void> {
    for (let press = 0; press < this.#race.presses; press += 1) {
      await this.#press();
    }
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#random() * list.length)];
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  async #press(): Promise<void> {
    const calls = await this.#ground.calls();
    const call = this.#pick(calls);
    if (call === undefined || (this.#chance(0.1) && calls.length < MOST_CALLS)) {
      return this.#ground.ring();
    }
    return this.#chance(0.55) ? this.#handle(call) : this.#pressOther(call, calls);
  }

  #pressOther(call: Call, calls: Call[]): Promise<void> {
    const press = this.#pick(OTHER_PRESSES) ?? rejectCalls;
    switch (press) {
      case "leaves":
        return this.#ground.callerHangsUp(call);
      case "vanish":
        return this.#ground.vanish(this.#person, this.#pick(LINES) ?? "line1");
      case "far_end":
        return this.#ground.farEnd(this.#chance(0.7));
      case handleConference:
        return this.#confer(calls);
      case outboundConference:
        return this.#dial(call);
      default:
        return this.#pressOn(press, call, calls);
    }
  }

  /** Presses any endpoint of the desk, with a body that the contract accepts. */
  #pressOn(endpoint: Endpoint, call: Call, calls: Call[]): Promise<void> {
    const known = {
      call: call.id,
      calls: this.#chance(0.5) ? [call.id] : this.#some(calls, 3),
      line: this.#pick(LINES),
      hold: this.#chance(0.5),
      pinned: this.#chance(0.5),
    };
    const press = this.#pick(samplePresses(endpoint, known));
    const position = 1 + Math.floor(this.#random() * MOST_CALLS);
    const body = { ...press?.body, ...(endpoint === placeCall ? { position } : {}) };
    return this.#ask(press?.path ?? endpoint.path, body);
  }

  #handle(call: Call): Promise<void> {
    const action = this.#pick(CALL_ACTIONS);
    const line = this.#pick(LINES);
    const colleague = this.#pick(this.#race.people);
    const to = action === "move" && this.#chance(0.6) ? { to: colleague?.id } : {};
    const of = action === "take_next" ? { station: call.station } : { call: call.id };
    return this.#ask(handleCall.path, { ...of, action, line, ...to });
  }

  async #dial({ station }: Call): Promise<void> {
    const [conference] = this.#chance(0.4) ? await this.#ground.conferences() : [];
    const into = conference === undefined ? {} : { conference: conference.id };
    const to = `+61491572${String(Math.floor(this.#random() * 1_000)).padStart(3, "0")}`;
    const line = this.#pick(LINES);
    await this.#ask(outboundConference.path, { station, to, line, ...into });
  }

  async #confer(calls: Call[]): Promise<void> {
    const conference = this.#pick(await this.#ground.conferences());
    const action = conference === undefined ? "start" : (this.#pick(CONFERENCE_ACTIONS) ?? "end");
    const members = conference?.members.map((member) => member.call) ?? [];
    const most = action === "talk" ? 1 : 3;
    const whom = OF_MEMBERS.has(action) ? this.#someOf(members, most) : this.#some(calls, most);
    const mine = calls.find(
      ({ desk }) => "holder" in desk && desk.holder?.user === this.#person.id,
    );
    await this.#ask(handleConference.path, {
      action,
      calls: action === "start" && mine !== undefined ? [mine.id, ...whom] : whom,
      conference: conference?.id,
      on: this.#chance(0.5),
      line: this.#pick(LINES),
      behavior: this.#chance(0.5) ? "END" : "HOLD",
    });
  }

  #some(calls: readonly Call[], most: number): string[] {
    return this.#someOf(
      calls.map(({ id }) => id),
      most,
    );
  }

  #someOf(ids: readonly string[], most: number): string[] {
    const count = 1 + Math.floor(this.#random() * most);
    return [...new Set(Array.from({ length: count }, () => this.#pick(ids) ?? []).flat())];
  }

  /** Sends the request. Uses most claims of the answers immediately, and some never. */
  async #ask(path: string, body: object): Promise<void> {
    const { claim } = await this.#ground.press(this.#person, path, body);
    if (claim !== null && claim !== undefined && this.#chance(0.9)) {
      await this.#ground.connect(this.#person, claim.line, claim.id);
    }
  }
}

export async function runRace(ground: RaceGround, race: Race): Promise<void> {
  for (let call = 0; call < 4; call += 1) {
    await ground.ring();
  }
  await Promise.all(
    race.people.map((_person, index) => new Operator(ground, race, index).pressAll()),
  );
}
