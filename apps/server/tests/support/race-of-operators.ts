import type { Call, Claim, DeviceLine } from "@linedesk/contract";
import type { Person } from "./people.ts";

/** What a race presses on: a station with its telephony, scripted or real. */
export interface RaceGround {
  /** Every live call, as a console sees them. */
  calls(): Promise<Call[]>;
  act(person: Person, body: object): Promise<{ claim?: Claim | null }>;
  hold(person: Person, call: string, hold: boolean): Promise<{ claim?: Claim | null }>;
  reject(person: Person, calls: string[]): Promise<unknown>;
  /** The softphone of the person's line connects; what it carried before is disconnected by it. */
  connect(person: Person, line: DeviceLine, claim: string): Promise<void>;
  /** The tab is closed: the leg of that line goes without a word to the server. */
  vanish(person: Person, line: DeviceLine): Promise<void>;
  ring(): Promise<void>;
  callerHangsUp(call: Call): Promise<void>;
}

export interface Race {
  people: readonly Person[];
  seed: number;
  /** How often each person presses something. */
  presses: number;
}

/** Mulberry32: the same presses for the same seed. */
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
/** Those that stand twice are pressed twice as often. */
const PLAIN_ACTIONS =
  "verify unverify mark_next lock unlock unlock unlock hang_up swap undo undo".split(" ");
const CLAIMING_ACTIONS = "accept accept take_over take_over move take_next".split(" ");

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

  async #press(): Promise<void> {
    const calls = await this.#ground.calls();
    const call = this.#pick(calls);
    const dice = this.#random();
    if (call === undefined || (dice < 0.08 && calls.length < MOST_CALLS)) {
      return this.#ground.ring();
    }
    if (dice < 0.1) {
      return this.#ground.callerHangsUp(call);
    }
    if (dice < 0.13) {
      return this.#ground.vanish(this.#person, this.#pick(LINES) ?? "line1");
    }
    if (dice < 0.17) {
      await this.#ground.reject(this.#person, [call.id]);
      return;
    }
    if (dice < 0.32) {
      return this.#use(await this.#ground.hold(this.#person, call.id, this.#random() < 0.5), 0.95);
    }
    return this.#handle(call, dice < 0.62);
  }

  async #handle(call: Call, isClaiming: boolean): Promise<void> {
    const action = this.#pick(isClaiming ? CLAIMING_ACTIONS : PLAIN_ACTIONS) ?? "undo";
    const line = this.#pick(LINES) ?? "line1";
    const colleague = this.#pick(this.#race.people);
    const to = action === "move" && this.#random() < 0.6 ? { to: colleague?.id } : {};
    const station = action === "take_next" ? { station: call.station } : { call: call.id };
    const answer = await this.#ground.act(this.#person, { ...station, action, line, ...to });
    await this.#use(answer, 0.9);
  }

  /** Most claims are used at once, some never. */
  async #use({ claim }: { claim?: Claim | null }, likelihood: number): Promise<void> {
    if (claim !== null && claim !== undefined && this.#random() < likelihood) {
      await this.#ground.connect(this.#person, claim.line, claim.id);
    }
  }
}

/** Everybody presses everything on the same calls, at once. */
export async function runRace(ground: RaceGround, race: Race): Promise<void> {
  for (let call = 0; call < 4; call += 1) {
    await ground.ring();
  }
  await Promise.all(
    race.people.map((_person, index) => new Operator(ground, race, index).pressAll()),
  );
}
