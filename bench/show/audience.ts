import { ring, type SipListener } from "@linedesk/testkit";
import { LISTENER_HZ } from "../support/tones.ts";
import type { ShowClock } from "./show-clock.ts";

/** One listener of the show, as the script has it. */
export interface Guest {
  number: string;
  /** The number as rows show it. */
  shown: string;
  /** The name that is written down of the guest. */
  name: string;
  place: string;
  point: string;
  ringsAtS: number;
  /** Hangs up after so long, if nobody has answered; null: waits for the end. */
  patienceS: number | null;
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
const PLACES = ["Dubbo", "Orange", "Penrith", "Manly", "Albury", "Wagga"];
const POINTS = ["bus lanes", "council rates", "the fire", "school crossing", "night market"];
const LINE = "+61255500101";
const PRIORITY_LINE = "+61255500104";
/** Nobody rings in the last minutes. */
const RINGING_S = 3_240;
/** Each topic brings so many at once, most of them at its beginning. */
const A_TOPIC = 20;

/** The same listeners in every show. */
export function castGuests(count: number): Guest[] {
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
      place: PLACES[index % PLACES.length] ?? "",
      point: POINTS[topic % POINTS.length] ?? "",
      ringsAtS: ((topic + within) * RINGING_S * A_TOPIC) / count,
      patienceS: index % 8 === 5 ? 120 + ((index * 37) % 300) : null,
    };
  });
}

/** What became of a guest's call at the guest's own telephone. */
export interface GuestEnd {
  guest: Guest;
  /** `refused`: nobody answered; `off`: the other side ended it. */
  how: "hung_up" | "off" | "refused";
}

/** Everybody who rings, with a telephone each. */
export class Audience {
  readonly #listeners = new Map<Guest, SipListener>();
  readonly #ends: GuestEnd[] = [];
  readonly guests: readonly Guest[];

  constructor(guests: readonly Guest[]) {
    this.guests = guests;
  }

  /** By a name or number that a screen shows. */
  find(words: string): Guest | undefined {
    return this.guests.find(({ name, shown }) => words === name || words === shown);
  }

  /** Resolves when the last has rung. */
  async ringAll(exchange: { address: string; port: number }, clock: ShowClock): Promise<void> {
    await Promise.all(this.guests.map((guest) => this.#call(guest, exchange, clock)));
  }

  async #call(guest: Guest, exchange: { address: string; port: number }, clock: ShowClock) {
    await clock.untilS(guest.ringsAtS);
    const isUrgent = this.guests.indexOf(guest) % 15 === 7;
    const to = isUrgent ? PRIORITY_LINE : LINE;
    const listener = await ring({ exchange, from: guest.number, to, sends: LISTENER_HZ });
    this.#listeners.set(guest, listener);
    const answered = await listener.answered.then(
      () => true,
      () => false,
    );
    void listener.ended.then(({ by }) => {
      const how = by === "listener" ? "hung_up" : "off";
      this.#ends.push({ guest, how: answered ? how : "refused" });
    });
    if (guest.patienceS !== null) {
      void this.#leave(guest, guest.patienceS, clock);
    }
  }

  /** Who talks with somebody stays: an impatient guest hears music and goes. */
  async #leave(guest: Guest, patienceS: number, clock: ShowClock): Promise<void> {
    await clock.pause(patienceS);
    const listener = this.#listeners.get(guest);
    if (listener !== undefined && !this.#isTalking(guest)) {
      await listener.hangUp();
    }
  }

  readonly #talking = new Set<Guest>();

  noteTalking(guest: Guest): void {
    this.#talking.add(guest);
  }

  #isTalking(guest: Guest): boolean {
    return this.#talking.has(guest);
  }

  /** Whoever is left puts the receiver down. */
  async close(): Promise<GuestEnd[]> {
    await Promise.all([...this.#listeners.values()].map((listener) => listener.close()));
    return this.#ends;
  }
}
