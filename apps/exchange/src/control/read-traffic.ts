import type { CallDirection, CallStatus } from "../calls/live/call.ts";
import type { Queues } from "../calls/queues/queues.ts";
import type { CallRegistry } from "../calls/registry/call-registry.ts";
import type { TurnedAway } from "../calls/registry/turned-away.ts";
import type { CallbackOutbox, OutboxLoad } from "../webhooks/callback-outbox.ts";
import type { CallRestoration } from "./resumption/call-restoration.ts";

/**
 * The live calls, queues and pending callbacks of the exchange, and its totals since its start,
 * without any data of callers.
 */
export interface Traffic {
  live: { status: CallStatus; direction: CallDirection; count: number }[];
  ended: ReadonlyMap<CallStatus, number>;
  turnedAway: number;
  /** The sids of the calls that ended because they were being processed at three crashes. */
  poisonous: readonly string[];
  queued: number;
  callbacks: OutboxLoad;
}

interface TrafficDeps {
  registry: CallRegistry;
  turnedAway: TurnedAway;
  restoration: Pick<CallRestoration, "poisonous">;
  queues: Queues;
  outbox: CallbackOutbox;
}

export function readTraffic(deps: TrafficDeps): Traffic {
  const { registry, turnedAway, queues, outbox } = deps;
  const live = new Map<string, Traffic["live"][number]>();
  for (const call of registry.liveCalls()) {
    const { status } = call.state;
    const { direction } = call.origin;
    const group = live.get(`${status} ${direction}`) ?? { status, direction, count: 0 };
    live.set(`${status} ${direction}`, { ...group, count: group.count + 1 });
  }
  return {
    live: [...live.values()],
    ended: registry.endedCounts,
    turnedAway: turnedAway.count,
    poisonous: deps.restoration.poisonous,
    queued: queues.api.list().reduce((sum, queue) => sum + queue.currentSize, 0),
    callbacks: outbox.load,
  };
}
