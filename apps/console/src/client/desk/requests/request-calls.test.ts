import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { type Call, stationChannel, type StationEvent } from "@linedesk/contract";
import { aCall, changed, STATION_ID } from "../../../testing/a-call.ts";
import { ASchedule } from "../../../testing/a-schedule.ts";
import { readStationEvent } from "../../realtime/read-station-event.ts";
import type { ChannelListener } from "../../realtime/realtime.ts";
import { StationFeed, type StationSnapshot } from "../../realtime/station-feed.ts";
import {
  callAnswered,
  eventsReceived,
  snapshotLoaded,
  stationOpened,
} from "../../store/calls-slice.ts";
import { createStore } from "../../store/store.ts";
import { requestCalls } from "./request-calls.ts";

const OTHER_STATION = "0190a000-0000-7000-8000-000000000033";
const CALLS = [1, 2, 3];

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The server's calls; each change has a number and an event that the network may lose. */
class AServer {
  seq = 0;
  readonly calls = new Map(CALLS.map((number) => [number, aCall(number)]));
  readonly events: StationEvent[] = [];

  change(number: number): Call {
    this.seq += 1;
    const call = aCall(number, { description: `change ${this.seq}` });
    this.calls.set(number, call);
    this.events.push(changed(this.seq, call));
    return call;
  }

  snapshot(): StationSnapshot {
    return { seq: this.seq, calls: [...this.calls.values()] };
  }
}

/** A desk on that server; each answer and snapshot waits until the test delivers it. */
class ADesk {
  readonly server = new AServer();
  readonly store = createStore();
  readonly answers: (() => void)[] = [];
  readonly snapshots: (() => void)[] = [];
  readonly #time = new ASchedule();
  #listener: ChannelListener | null = null;
  #flushes: (() => void)[] = [];

  constructor() {
    const { store } = this;
    store.dispatch(stationOpened(STATION_ID));
    void new StationFeed({
      channel: stationChannel(STATION_ID),
      readEvent: readStationEvent,
      realtime: {
        subscribe: (_, listener) => {
          this.#listener = listener;
          return () => undefined;
        },
      },
      loadSnapshot: () => {
        const taken = this.server.snapshot();
        return new Promise((resolve) => this.snapshots.push(() => resolve(taken)));
      },
      onSnapshot: (snapshot) =>
        void store.dispatch(snapshotLoaded({ station: STATION_ID, ...snapshot })),
      onEvents: (events) => void store.dispatch(eventsReceived({ station: STATION_ID, events })),
      onStale: () => undefined,
      onRefused: () => undefined,
      timing: {
        batch: (flush) => void this.#flushes.push(flush),
        schedule: this.#time.schedule,
        now: () => this.#time.nowMs,
        random: () => 0,
      },
    });
    this.connect();
  }

  connect(): void {
    this.#listener?.onSubscribed();
  }

  receive(event: StationEvent | undefined): void {
    if (event !== undefined) {
      this.#listener?.onEvent(event.type, event);
    }
  }

  draw(): void {
    for (const flush of this.#flushes.splice(0)) {
      flush();
    }
  }

  /** Makes the server act at once; the test delivers the answer later. */
  ask(number: number): void {
    const call = this.server.change(number);
    const answering = new Promise<{ call: Call }>((resolve) =>
      this.answers.push(() => resolve({ call })),
    );
    void requestCalls(this.store, () => answering).then(({ apply }) => apply());
  }

  /** Delivers everything that was sent, and one more event, which reveals a loss. */
  async calmDown(): Promise<void> {
    this.server.change(1);
    for (let round = 0; round < 6; round += 1) {
      for (const event of this.server.events.splice(0)) {
        this.receive(event);
      }
      this.draw();
      this.#time.advance(20_000);
      for (const deliver of [...this.answers.splice(0), ...this.snapshots.splice(0)]) {
        deliver();
        await settle();
      }
    }
  }
}

/** A step of a scenario, with an index into its candidates. */
type Step = [
  "change" | "ask" | "event" | "twice" | "lost" | "draw" | "answer" | "snapshot" | "reconnect",
  number,
];

function take<Item>(items: Item[], at: number): Item | undefined {
  return items.length === 0 ? undefined : items.splice(at % items.length, 1)[0];
}

async function play(desk: ADesk, [what, at]: Step): Promise<void> {
  const { server } = desk;
  const number = CALLS[at % CALLS.length] ?? 1;
  switch (what) {
    case "change":
      server.change(number);
      break;
    case "ask":
      desk.ask(number);
      break;
    case "event":
      desk.receive(take(server.events, at));
      break;
    case "twice":
      desk.receive(server.events[0]);
      break;
    case "lost":
      take(server.events, at);
      break;
    case "draw":
      desk.draw();
      break;
    case "answer":
      take(desk.answers, at)?.();
      break;
    case "snapshot":
      take(desk.snapshots, at)?.();
      break;
    case "reconnect":
      desk.connect();
      break;
  }
  await settle();
}

const step: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom(
    "change",
    "ask",
    "event",
    "twice",
    "lost",
    "draw",
    "answer",
    "snapshot",
    "reconnect",
  ),
  fc.nat(7),
);

describe("the server's answer about a call", () => {
  test("updates a line's call whose station is not open", async () => {
    const store = createStore();
    store.dispatch(stationOpened(OTHER_STATION));
    store.dispatch(callAnswered(aCall(1)));

    const answer = await requestCalls(store, () => {
      store.dispatch(callAnswered(aCall(1, { description: "rates" })));
      return Promise.resolve({ calls: [aCall(1, { description: "bus lanes" })] });
    });
    answer.apply();

    expect(store.getState().calls.retained[aCall(1).id]?.description).toBe("bus lanes");
  });

  test("leads to the server's state in the end, even if events are late, repeated or lost", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const desk = new ADesk();
        for (const one of steps) {
          await play(desk, one);
        }

        await desk.calmDown();

        const { byId } = desk.store.getState().calls;
        expect(byId).toEqual(
          Object.fromEntries([...desk.server.calls.values()].map((call) => [call.id, call])),
        );
      }),
      { numRuns: 300 },
    );
  }, 30_000);
});
