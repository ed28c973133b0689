import type { BrowserContext, Route } from "@playwright/test";

import type { Call, Station, StationEvent } from "@linedesk/contract";
import { SocketBetween } from "./socket-between.ts";

interface Snapshot {
  seq: number;
  calls: Call[];
  channel: string;
}

/**
 * Simulates a longer queue than this machine could fill with real calls. It changes the answers and
 * the socket of a real station for the page.
 */
export class CrowdOfCalls {
  readonly #count: number;
  readonly #socket: SocketBetween;
  #snapshot: Snapshot | null = null;
  #next = 0;

  constructor(count: number, stationUrl: string) {
    this.#count = count;
    this.#socket = new SocketBetween(stationUrl);
  }

  /** Simulates the queue for the pages that this context opens from now on. */
  async standIn(context: BrowserContext): Promise<void> {
    await context.route("**/api/twilio/calls/call_subscription", (route) => this.#answer(route));
    await context.route("**/api/twilio/calls/handle_call", (route) => this.#mark(route));
    await this.#socket.standIn(context);
  }

  close(): void {
    this.#socket.close();
  }

  /** Sends one event of the station. Most events change a call; some add one and remove another. */
  emit(): void {
    const snapshot = this.#snapshot;
    if (snapshot === null) {
      return;
    }
    const { calls } = snapshot;
    const at = Math.floor(Math.random() * calls.length);
    const call = calls[at];
    const chance = Math.random();
    if (call === undefined || chance < 0.1) {
      const arrived = this.#ring();
      calls.push(arrived);
      return this.#send({ type: "call.arrived", seq: 0, call: arrived });
    }
    if (chance < 0.2) {
      calls.splice(at, 1);
      return this.#end(call);
    }
    const marks = { ...call.marks, pinned: chance < 0.25 };
    const changed = { ...call, marks, description: `point ${this.#next++} of this caller` };
    calls[at] = changed;
    this.#send({ type: "call.changed", seq: 0, call: changed });
  }

  #end(call: Call): void {
    const desk = { status: "ended" as const, reason: "caller_hung_up" as const, at: now() };
    this.#send({ type: "call.ended", seq: 0, call: { ...call, desk } });
  }

  /** Answers a mark as a server does. These callers support no other command. */
  async #mark(route: Route): Promise<void> {
    const { call: id, action } = route.request().postDataJSON() as { call: string; action: string };
    const calls = this.#snapshot?.calls ?? [];
    const at = calls.findIndex((one) => one.id === id);
    const call = calls[at];
    if (call === undefined) {
      return route.continue();
    }
    const locked = action === "lock" ? true : action === "unlock" ? false : call.marks.locked;
    const next = action === "mark_next" ? !call.marks.next : call.marks.next;
    const changed = { ...call, marks: { ...call.marks, locked, next } };
    calls[at] = changed;
    await route.fulfill({ json: { call: changed, claim: null } });
  }

  async #answer(route: Route): Promise<void> {
    if (route.request().method() !== "POST") {
      return route.continue();
    }
    const answer = await route.fetch();
    const real = (await answer.json()) as Snapshot;
    if (real.channel !== (await findOpenChannel(route))) {
      // The desk also watches another station.
      return route.fulfill({ response: answer });
    }
    this.#snapshot ??= { ...real, calls: [] };
    const { calls } = this.#snapshot;
    while (calls.length < this.#count) {
      calls.push(this.#ring());
    }
    await route.fulfill({ response: answer, json: this.#snapshot });
  }

  #send(event: StationEvent): void {
    if (this.#snapshot === null) {
      return;
    }
    this.#snapshot.seq += 1;
    const data = JSON.stringify({ ...event, seq: this.#snapshot.seq });
    const { channel } = this.#snapshot;
    this.#socket.send(JSON.stringify({ event: event.type, channel, data }));
  }

  #ring(): Call {
    const number = this.#next++;
    const digits = String(number % 10_000).padStart(4, "0");
    return {
      id: `0190a000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`,
      station: this.#snapshot?.channel.replace("private-station-", "") ?? "",
      phoneLine: null,
      direction: "inbound",
      callState: "in_progress",
      desk: { status: "waiting" },
      claimedBy: null,
      offer: null,
      leaving: null,
      dial: null,
      callBack: null,
      conference: null,
      caller: {
        id: null,
        number: `+6127010${digits}`,
        numberDisplay: `02 7010 ${digits}`,
        numberGiven: false,
        locationGuess: null,
        name: number % 3 === 0 ? `Caller ${number}` : null,
        location: number % 2 === 0 ? "Penrith" : null,
        flags: [],
        flagIds: [],
        warning: null,
        earlierCalls: number % 9,
        lastCallAt: null,
      },
      description: number % 2 === 0 ? "council rates" : "",
      marks: { next: false, locked: false, pinned: false, verified: false },
      air: { radioOff: false, agreed: false },
      contest: null,
      programmeAudible: false,
      position: null,
      arrivedAt: now(),
      answeredAt: null,
      endedAt: null,
    };
  }
}

/** Returns the channel of the station whose call sign is in the page's address. */
async function findOpenChannel(route: Route): Promise<string> {
  const page = route.request().frame().page();
  const { origin, pathname } = new URL(page.url());
  const stations = await page.context().request.get(`${origin}/api/station`);
  const { items } = (await stations.json()) as { items: Station[] };
  const open = items.find(({ callSign }) => `/${callSign.toLowerCase()}` === pathname);
  return `private-station-${open?.id}`;
}

function now(): string {
  return new Date().toISOString();
}
