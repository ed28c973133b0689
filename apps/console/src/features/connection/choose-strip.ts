import { useRootState } from "../../client/ConsoleProvider.tsx";
import type { Connection } from "../../client/realtime/connection.ts";
import type { TurnedAway } from "../../client/store/calls-slice.ts";

/** A strip across the page; `null` shows nothing. */
export type Strip =
  | { type: "connecting" }
  | { type: "reconnecting"; attempt: number; seconds: number }
  | { type: "offline" }
  | { type: "back" }
  | { type: "slow" }
  | null;

/** A connection attempt or loss that is shorter than this is not shown. */
const QUIET_FOR_MS = 2_000;
/** The time for which "Up to date" is shown. */
const BACK_FOR_MS = 2_000;

/**
 * The earlier states: when connecting began, and when the connection was live again after a loss.
 */
export interface StripMemory {
  connectingSince: number | null;
  wasLost: boolean;
  backSince: number | null;
}

export const freshMemory: StripMemory = { connectingSince: null, wasLost: false, backSince: null };

export function remember(memory: StripMemory, connection: Connection, now: number): StripMemory {
  switch (connection.status) {
    case "connecting":
      return { ...memory, connectingSince: memory.connectingSince ?? now, backSince: null };
    case "reconnecting":
    case "offline":
      return { connectingSince: null, wasLost: true, backSince: null };
    case "live":
      return connection.isSlow === true
        ? { connectingSince: null, wasLost: true, backSince: null }
        : {
            connectingSince: null,
            wasLost: false,
            backSince: memory.wasLost ? now : memory.backSince,
          };
  }
}

export function chooseStrip(memory: StripMemory, connection: Connection, now: number): Strip {
  switch (connection.status) {
    case "connecting": {
      const since = memory.connectingSince ?? now;
      return now - since >= QUIET_FOR_MS ? { type: "connecting" } : null;
    }
    case "reconnecting": {
      const lasted = Math.max(0, now - connection.since);
      if (lasted < QUIET_FOR_MS) {
        return null;
      }
      const { attempt } = connection;
      return { type: "reconnecting", attempt, seconds: Math.floor(lasted / 1000) };
    }
    case "offline":
      return { type: "offline" };
    case "live": {
      if (connection.isSlow === true) {
        return { type: "slow" };
      }
      const { backSince } = memory;
      return backSince !== null && now - backSince < BACK_FOR_MS ? { type: "back" } : null;
    }
  }
}

/** The strip reports callers rejected for lack of capacity for this time after the last one. */
const REJECTED_FOR_MS = 5 * 60_000;

/** Returns the remaining time of the report about rejected callers; 0 when the time is over. */
export function rejectionReportLeftMs(turnedAway: TurnedAway | null, now: number): number {
  if (turnedAway === null) {
    return 0;
  }
  // If this machine's clock is behind the clock of the exchange, the report must not stay longer.
  const agoMs = Math.max(0, now - Date.parse(turnedAway.at));
  return Math.max(0, REJECTED_FOR_MS - agoMs);
}

export function useConnection(): Connection {
  return useRootState((state) => state.desk.connection);
}

export function useTurnedAway(): TurnedAway | null {
  return useRootState((state) => state.calls.turnedAway);
}
