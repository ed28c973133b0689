import type { Call, Claim, Conference, DeviceLine } from "@linedesk/contract";
import type { Person } from "./people.ts";

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
  /** Makes a party whom the station calls answer or ignore the call. */
  farEnd(picksUp: boolean): Promise<void>;
}

export interface Race {
  people: readonly Person[];
  seed: number;
  presses: number;
}

/** Mulberry32: the same actions for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const LINES: readonly DeviceLine[] = ["line1", "line2"];
const MOST_CALLS = 8;
/** The rest are actions of `handle_call`. */
const OTHER_PRESSES =
  "leaves vanish reject reject_many hold hold hold hold confer confer confer dial call_back reorder pin far_end far_end".split(
    " ",
  );
/** An action that is listed twice is used twice as often. */
const PLAIN_ACTIONS =
  "verify unverify mark_next lock unlock unlock unlock hang_up swap undo undo".split(" ");
const CLAIMING_ACTIONS = "accept accept take_over take_over move take_next".split(" ");
const CONFERENCE_ACTIONS =
  "start add add remove mute hold hold talk talk join join leave end".split(" ");
const OF_MEMBERS = new Set(["remove", "mute", "hold", "talk"]);

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
    switch (this.#pick(OTHER_PRESSES) ?? "reject") {
      case "leaves":
        return this.#ground.callerHangsUp(call);
      case "vanish":
        return this.#ground.vanish(this.#person, this.#pick(LINES) ?? "line1");
      case "far_end":
        return this.#ground.farEnd(this.#chance(0.7));
      case "hold":
        return this.#hold(call);
      case "confer":
        return this.#confer(calls);
      case "dial":
        return this.#dial(call);
      case "call_back":
        return this.#ask("twilio/calls/call_back", { call: call.id });
      case "reorder":
        return this.#reorder(call);
      case "pin":
        return this.#ask("twilio/calls/call_pin", { call: call.id, pinned: this.#chance(0.5) });
      case "reject_many":
        return this.#ask("twilio/calls/reject_call", { calls: this.#some(calls, 3) });
      default:
        return this.#ask("twilio/calls/reject_call", { calls: [call.id] });
    }
  }

  #handle(call: Call): Promise<void> {
    const action = this.#pick(this.#chance(0.45) ? CLAIMING_ACTIONS : PLAIN_ACTIONS) ?? "undo";
    const line = this.#pick(LINES);
    const colleague = this.#pick(this.#race.people);
    const to = action === "move" && this.#chance(0.6) ? { to: colleague?.id } : {};
    const of = action === "take_next" ? { station: call.station } : { call: call.id };
    return this.#ask("twilio/calls/handle_call", { ...of, action, line, ...to });
  }

  #hold({ id: call }: Call): Promise<void> {
    const [hold, line] = [this.#chance(0.5), this.#pick(LINES)];
    return this.#ask("twilio/calls/handle_hold", { call, hold, line });
  }

  #reorder(call: Call): Promise<void> {
    const position = 1 + Math.floor(this.#random() * MOST_CALLS);
    return this.#ask("twilio/calls/call_position", { call: call.id, position });
  }

  async #dial({ station }: Call): Promise<void> {
    const [conference] = this.#chance(0.4) ? await this.#ground.conferences() : [];
    const into = conference === undefined ? {} : { conference: conference.id };
    const to = `+61491572${String(Math.floor(this.#random() * 1_000)).padStart(3, "0")}`;
    const line = this.#pick(LINES);
    await this.#ask("twilio/calls/outbound_conference", { station, to, line, ...into });
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
    await this.#ask("conference", {
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

  /** Most claims are used at once, some never. */
  async #ask(path: string, body: object): Promise<void> {
    const { claim } = await this.#ground.press(this.#person, `/${path}`, body);
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
