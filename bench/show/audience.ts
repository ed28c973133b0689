import { ring, type SipListener } from "@linedesk/testkit";
import { LISTENER_HZ } from "../support/tones.ts";
import type { ShowClock } from "./show-clock.ts";

/** A listener of the show, as the script defines them. */
export interface ScriptedCaller {
  number: string;
  /** The number in the form that rows show. */
  shown: string;
  /** The name that people write down for the caller. */
  name: string;
  suburb: string;
  point: string;
  ringsAtS: number;
  /** The time without an answer after which the caller hangs up; `null` means never. */
  waitsS: number | null;
}

const GIVEN = [
  "Amara",
  "Bruce",
  "Chloe",
  "Dinesh",
  "Eleni",
  "Frank",
  "Grace",
  "Isla",
  "Liam",
  "Mei",
];
const FAMILY = ["Ng", "Hall", "Rossi", "Singh", "Kelly", "Chen", "Walsh", "Nair", "Moss", "Reid"];
const SUBURBS = ["Dubbo", "Orange", "Penrith", "Manly", "Albury", "Wagga"];
const POINTS = ["bus lanes", "council rates", "the fire", "school crossing", "night market"];
const LINE = "+61255500101";
const PRIORITY_LINE = "+61255500104";
/** No listener calls in the last minutes. */
const RINGING_S = 3_240;
/** The number of callers for each topic, most of them at its beginning. */
const A_TOPIC = 20;

/** Returns the same listeners for every show. */
export function castCallers(count: number): ScriptedCaller[] {
  return Array.from({ length: count }, (_, index) => {
    const topic = Math.floor(index / A_TOPIC);
    const within = ((index % A_TOPIC) / A_TOPIC) ** 1.5;
    const last = String(index).padStart(4, "0");
    const given = GIVEN[index % GIVEN.length] ?? "";
    const family = FAMILY[Math.floor(index / GIVEN.length) % FAMILY.length] ?? "";
    return {
      number: `+6127010${last}`,
      shown: `02 7010 ${last}`,
      name: `${given} ${family}${index < GIVEN.length * FAMILY.length ? "" : " junior"}`,
      suburb: SUBURBS[index % SUBURBS.length] ?? "",
      point: POINTS[topic % POINTS.length] ?? "",
      ringsAtS: ((topic + within) * RINGING_S * A_TOPIC) / count,
      waitsS: index % 8 === 5 ? 120 + ((index * 37) % 300) : null,
    };
  });
}

/** The end of a call as the caller's own phone saw it. */
export interface CallerEnd {
  caller: ScriptedCaller;
  /** `refused`: there was no answer; `off`: the other side ended it. */
  how: "hung_up" | "off" | "refused";
}

/** All callers, each with a telephone. */
export class Audience {
  readonly #listeners = new Map<ScriptedCaller, SipListener>();
  readonly #ends: CallerEnd[] = [];
  readonly callers: readonly ScriptedCaller[];

  constructor(callers: readonly ScriptedCaller[]) {
    this.callers = callers;
  }

  /** Finds a caller by the name or number on a screen. */
  find(words: string): ScriptedCaller | undefined {
    return this.callers.find(({ name, shown }) => words === name || words === shown);
  }

  /** Resolves when each caller has been answered, or has ended without an answer. */
  async ringAll(exchange: { address: string; port: number }, clock: ShowClock): Promise<void> {
    await Promise.all(this.callers.map((caller) => this.#call(caller, exchange, clock)));
  }

  async #call(
    caller: ScriptedCaller,
    exchange: { address: string; port: number },
    clock: ShowClock,
  ) {
    await clock.untilS(caller.ringsAtS);
    const isUrgent = this.callers.indexOf(caller) % 15 === 7;
    const to = isUrgent ? PRIORITY_LINE : LINE;
    const listener = await ring({ exchange, from: caller.number, to, sends: LISTENER_HZ });
    this.#listeners.set(caller, listener);
    const answered = await listener.answered.then(
      () => true,
      () => false,
    );
    void listener.ended.then(({ by }) => {
      const how = by === "listener" ? "hung_up" : "off";
      this.#ends.push({ caller, how: answered ? how : "refused" });
    });
    if (caller.waitsS !== null) {
      void this.#leave(caller, caller.waitsS, clock);
    }
  }

  /** Hangs up an impatient caller who still waits then. A caller in a conversation stays. */
  async #leave(caller: ScriptedCaller, waitsS: number, clock: ShowClock): Promise<void> {
    await clock.pause(waitsS);
    const listener = this.#listeners.get(caller);
    if (listener !== undefined && !this.#isAnswered(caller)) {
      await listener.hangUp();
    }
  }

  readonly #answered = new Set<ScriptedCaller>();

  noteAnswered(caller: ScriptedCaller): void {
    this.#answered.add(caller);
  }

  #isAnswered(caller: ScriptedCaller): boolean {
    return this.#answered.has(caller);
  }

  /** Hangs up all remaining callers. */
  async close(): Promise<CallerEnd[]> {
    await Promise.all([...this.#listeners.values()].map((listener) => listener.close()));
    return this.#ends;
  }
}
