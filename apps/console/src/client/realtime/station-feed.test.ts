import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { type Call, stationChannel, type StationEvent } from "@linedesk/contract";
import { aCall, changed, STATION_ID } from "../../testing/a-call.ts";
import { readStationEvent } from "./read-station-event.ts";
import type { ChannelListener, Realtime } from "./realtime.ts";
import { StationFeed, takeInOrder } from "./station-feed.ts";

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A clock that the test moves. It runs the timers that become due on the way. */
class FakeTime {
  nowMs = 0;
  #timers: { at: number; run: () => void }[] = [];

  schedule = (run: () => void, ms: number): (() => void) => {
    const timer = { at: this.nowMs + ms, run };
    this.#timers.push(timer);
    return () => (this.#timers = this.#timers.filter((one) => one !== timer));
  };

  async advance(ms: number): Promise<void> {
    const endMs = this.nowMs + ms;
    for (;;) {
      const next = this.#timers.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > endMs) {
        break;
      }
      this.#timers = this.#timers.filter((one) => one !== next);
      this.nowMs = next.at;
      next.run();
      await settle();
    }
    this.nowMs = endMs;
  }
}

function follow(
  snapshots: (number | Error)[],
  batch: (flush: () => void) => void = (flush) => flush(),
) {
  let listener: ChannelListener | null = null;
  const seen = {
    channel: "",
    snapshots: [] as number[],
    events: [] as StationEvent[],
    stale: 0,
    time: new FakeTime(),
  };
  const realtime: Pick<Realtime, "subscribe"> = {
    subscribe: (channel, given) => {
      seen.channel = channel;
      listener = given;
      return () => (listener = null);
    },
  };
  const feed = new StationFeed({
    channel: stationChannel(STATION_ID),
    readEvent: readStationEvent,
    realtime,
    loadSnapshot: () => {
      const seq = snapshots.shift();
      if (seq === undefined || seq instanceof Error) {
        return Promise.reject(seq ?? new Error("none"));
      }
      return Promise.resolve({ seq, calls: [] as Call[] });
    },
    onSnapshot: ({ seq }) => void seen.snapshots.push(seq),
    onEvents: (events) => void seen.events.push(...events),
    onStale: () => (seen.stale += 1),
    onRefused: () => undefined,
    timing: {
      batch,
      schedule: seen.time.schedule,
      now: () => seen.time.nowMs,
      random: () => 0,
    },
  });
  function emit(event: unknown, name = "call.changed"): void {
    listener?.onEvent(name, event);
  }
  return { feed, seen, emit, subscribed: () => listener?.onSubscribed() };
}

/** Returns numbers below a bound, the same in every run. */
function aRandom(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Creates a feed of a server that numbers its events; `wrong` counts lost and repeated ones. */
function followServer(
  server: { seq: number },
  shown: { seq: number; snapshots: number; applied: number; wrong: number; nowMs: number },
) {
  const subscription: { listener: ChannelListener | null } = { listener: null };
  void new StationFeed({
    channel: stationChannel(STATION_ID),
    readEvent: readStationEvent,
    realtime: {
      subscribe: (_, given) => {
        subscription.listener = given;
        return () => (subscription.listener = null);
      },
    },
    loadSnapshot: () => Promise.resolve({ seq: server.seq, calls: [] as Call[] }),
    onSnapshot: ({ seq }) => {
      if (seq < shown.seq) {
        shown.wrong += 1;
      }
      shown.snapshots += 1;
      shown.seq = seq;
    },
    onEvents: (events) => {
      for (const event of events) {
        if (event.seq !== shown.seq + 1) {
          shown.wrong += 1;
        }
        shown.applied += 1;
        shown.seq = event.seq;
      }
    },
    onStale: () => undefined,
    onRefused: () => undefined,
    timing: {
      batch: (flush) => flush(),
      schedule: () => () => undefined,
      // Each reading of the clock is a minute later, so that no snapshot has to wait.
      now: () => (shown.nowMs += 60_000),
      random: () => 0,
    },
  });
  function emit(seq: number): void {
    subscription.listener?.onEvent("call.changed", changed(seq, aCall(seq)));
  }
  return { emit, subscribed: () => subscription.listener?.onSubscribed() };
}

describe("the feed of a station", () => {
  test("[RT9] buffers while the snapshot loads and drops the events that it contains", async () => {
    const { seen, emit, subscribed } = follow([5]);

    subscribed();
    for (const seq of [4, 5, 6]) {
      emit(changed(seq, aCall(seq)));
    }
    await settle();

    expect(seen.channel).toBe(`private-station-${STATION_ID}`);
    expect(seen.snapshots).toEqual([5]);
    expect(seen.events.map((event) => event.seq)).toEqual([6]);
  });

  test("[QL13] draws the events of one frame together, once", async () => {
    const frames: (() => void)[] = [];
    const { seen, emit, subscribed } = follow([1], (flush) => frames.push(flush));
    subscribed();
    await settle();

    for (const seq of [2, 3, 4]) {
      emit(changed(seq, aCall(seq)));
    }
    expect([frames.length, seen.events.length]).toEqual([1, 0]);
    frames[0]?.();
    expect(seen.events.map((event) => event.seq)).toEqual([2, 3, 4]);

    emit(changed(5, aCall(5)));
    expect(frames).toHaveLength(2);
  });

  test("[RT9] loads another snapshot after a gap in seq, and marks the list as stale meanwhile", async () => {
    const { seen, emit, subscribed } = follow([1, 9]);
    subscribed();
    await settle();

    emit(changed(2, aCall(2)));
    emit(changed(4, aCall(4)));
    await seen.time.advance(1_000);

    expect(seen.events.map((event) => event.seq)).toEqual([2]);
    expect(seen.stale).toBe(1);
    expect(seen.snapshots).toEqual([1, 9]);
  });

  test("[RT29] loads a snapshot at once at each poll, and polls do not delay the snapshot after a missed event", async () => {
    const { feed, seen, subscribed } = follow([1, 2, 3, 4]);
    subscribed();
    await settle();

    for (let count = 0; count < 2; count += 1) {
      feed.poll();
      feed.poll();
      await settle();
    }
    expect(seen.snapshots).toEqual([1, 2, 3]);
    subscribed();
    await seen.time.advance(1_000);

    expect(seen.snapshots).toEqual([1, 2, 3, 4]);
    expect([feed.seq, feed.silentMs]).toEqual([4, 0]);
  });

  test("[RT8] loads a new snapshot when an event was too large to be sent", async () => {
    const { seen, emit, subscribed } = follow([1, 2]);
    subscribed();
    await settle();

    emit({ type: "station.stale", seq: 2 }, "station.stale");
    await seen.time.advance(1_000);

    expect(seen.snapshots).toEqual([1, 2]);
  });

  test("[RT9] loads a new snapshot after every new subscription and after an invalid event", async () => {
    const { seen, emit, subscribed } = follow([1, 2, 3]);
    subscribed();
    await settle();

    emit({ type: "nonsense" });
    await seen.time.advance(1_000);
    subscribed();
    await seen.time.advance(2_000);

    expect(seen.snapshots).toEqual([1, 2, 3]);
  });

  test("repeats a failed snapshot automatically", async () => {
    const { seen, subscribed } = follow([new Error("down"), 7]);
    subscribed();
    await settle();
    expect(seen.stale).toBe(1);

    await seen.time.advance(2_000);

    expect(seen.snapshots).toEqual([7]);
  });

  test("ignores events of other clients on the channel", async () => {
    const { seen, emit, subscribed } = follow([1, 1]);
    subscribed();
    await settle();

    for (const name of ["client-x", "client-call.changed", "presence", ""]) {
      emit(changed(2, aCall(2)), name);
      emit("junk", name);
    }
    emit(changed(2, aCall(7)), "call.ended");
    await settle();

    expect(seen.events).toEqual([]);
    expect(seen.snapshots).toEqual([1]);
    emit(changed(2, aCall(3)));
    await seen.time.advance(1_000);
    expect(seen.snapshots).toEqual([1, 1]);
  });

  test("[RT19] loads nine snapshots in a minute of invalid events, the first at once", async () => {
    const { seen, emit, subscribed } = follow(Array.from({ length: 100 }, () => 1));
    subscribed();
    await settle();

    for (let second = 0; second < 60; second += 1) {
      emit({ type: "call.changed", seq: "junk" });
      await seen.time.advance(1_000);
    }

    expect(seen.snapshots).toHaveLength(9);
  });

  test("[RT19] loads another snapshot after an invalid event during a load, and does not cancel the running load", async () => {
    const { seen, emit, subscribed } = follow([1, 2, 3]);
    subscribed();
    emit("junk");
    emit("junk");
    await settle();
    expect(seen.snapshots).toEqual([1]);

    await seen.time.advance(1_000);

    expect(seen.snapshots).toEqual([1, 2]);
  });

  test("[RT11] loses no event and applies none twice over 1,000 dropped connections", async () => {
    const random = aRandom(20_261_121);
    const server = { seq: 0, onTheWay: [] as number[] };
    const shown = { seq: 0, snapshots: 0, applied: 0, wrong: 0, nowMs: 0 };
    const { emit, subscribed } = followServer(server, shown);

    for (let drop = 0; drop < 1_000; drop += 1) {
      subscribed();
      for (let step = random(8); step > 0; step -= 1) {
        server.seq += 1;
        server.onTheWay.push(server.seq);
        if (random(3) === 0) {
          await settle();
        }
        while (server.onTheWay.length > 0 && random(4) > 0) {
          emit(server.onTheWay.shift() ?? 0);
        }
      }
      // A broken connection loses the events on their way.
      server.onTheWay = [];
      server.seq += random(3);
    }
    subscribed();
    await settle();

    expect(shown).toMatchObject({ seq: server.seq, wrong: 0 });
    expect(shown.snapshots).toBeGreaterThan(500);
    expect(shown.applied).toBeGreaterThan(500);
  });

  test("puts events in order whatever order they arrive in", () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 12 });
    fc.assert(
      fc.property(numbers, (seqs) => {
        const { inOrder } = takeInOrder(
          seqs.map((seq) => changed(seq, aCall(seq))),
          0,
        );

        const run = inOrder.map((event) => event.seq);
        expect(run).toEqual(run.map((_, index) => index + 1));
      }),
    );
  });
});
