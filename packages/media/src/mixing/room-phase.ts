import { LEAST_WAIT_MS, type PacketWait } from "../rtp/arrival-phase.ts";
import { PHASE_MS, PHASES } from "../tick.ts";

/**
 * The phase at which a room is mixed. When the second member joins, the room may choose any phase,
 * because no leg has heard another one yet. For three seconds it moves by one phase at a time,
 * while it measures when the packets of new members come. It moves again when clocks have drifted
 * apart.
 */
export type RoomPhase =
  /** The room has at most one member. */
  | { status: "alone"; phase: number }
  | { status: "meeting"; phase: number }
  | { status: "settling"; phase: number; ticks: number }
  | { status: "settled"; phase: number; ticks: number };

export type RoomPhaseEvent =
  | { type: "entered"; members: number }
  | { type: "left"; members: number }
  | { type: "tick"; readWaits: () => readonly PacketWait[] };

const SETTLING_TICKS = 150;
/** The number of ticks between two moves of a room that settles. */
const STEP_TICKS = 10;
/** The number of ticks between two checks of a settled room. */
const LOOK_TICKS = 50;
/** The least reduction of the members' mean wait that justifies a move, in each status. */
const LEAST_GAIN_MS = 1;
const SETTLING_GAIN_MS = 2.5;
const SETTLED_GAIN_MS = 6;

export function nextRoomPhase(state: RoomPhase, event: RoomPhaseEvent): RoomPhase {
  const { phase } = state;
  switch (event.type) {
    case "entered":
      if (event.members < 2) {
        return { status: "alone", phase };
      }
      return state.status === "alone" || state.status === "meeting"
        ? { status: "meeting", phase }
        : { status: "settling", phase, ticks: 0 };
    case "left":
      return event.members < 2 ? { status: "alone", phase } : state;
    case "tick":
      return afterTick(state, event.readWaits);
  }
}

function afterTick(state: RoomPhase, readWaits: () => readonly PacketWait[]): RoomPhase {
  switch (state.status) {
    case "alone":
      return state;
    case "meeting": {
      const phase = bestPhase(readWaits(), state.phase, LEAST_GAIN_MS);
      return { status: "settling", phase, ticks: 0 };
    }
    case "settling": {
      const ticks = state.ticks + 1;
      const isDue = ticks % STEP_TICKS === 0;
      const phase = isDue ? step(readWaits(), state.phase, SETTLING_GAIN_MS) : state.phase;
      return ticks < SETTLING_TICKS
        ? { status: "settling", phase, ticks }
        : { status: "settled", phase, ticks: 0 };
    }
    case "settled": {
      const { phase } = state;
      const ticks = (state.ticks + 1) % LOOK_TICKS;
      const isWorse = ticks === 0 && bestPhase(readWaits(), phase, SETTLED_GAIN_MS) !== phase;
      return { status: isWorse ? "settling" : "settled", phase, ticks };
    }
  }
}

/** Returns the ms of a member's waiting sound that become superfluous when its room moves. */
export function excessMs({ waitsMs, slackMs }: PacketWait, from: number, to: number): number {
  const nowMs = waitsMs?.[from];
  const wantedMs = waitsMs?.[to];
  if (slackMs === null || nowMs === undefined || wantedMs === undefined) {
    return 0;
  }
  const laterMs = (to - from) * PHASE_MS;
  const packetMs = nowMs + laterMs - wantedMs;
  return slackMs + laterMs - packetMs >= LEAST_WAIT_MS ? Math.max(0, packetMs) : 0;
}

/** Moves one phase towards the best one. */
function step(members: readonly PacketWait[], now: number, leastGainMs: number): number {
  return now + Math.sign(bestPhase(members, now, leastGainMs) - now);
}

function bestPhase(members: readonly PacketWait[], now: number, leastGainMs: number): number {
  let best = now;
  let leastMs = meanWaitMs(members, now) - leastGainMs;
  for (let phase = 0; phase < PHASES; phase += 1) {
    const waitMs = meanWaitMs(members, phase);
    if (waitMs < leastMs && isInTime(members, now, phase)) {
      best = phase;
      leastMs = waitMs;
    }
  }
  return best;
}

/**
 * A move to a later phase is always in time. For a move to an earlier phase, the packets of all
 * members must come before that phase.
 */
function isInTime(members: readonly PacketWait[], now: number, phase: number): boolean {
  const soonerMs = (now - phase) * PHASE_MS;
  return (
    soonerMs <= 0 ||
    members.every(({ slackMs }) => slackMs === null || slackMs - soonerMs >= LEAST_WAIT_MS)
  );
}

function meanWaitMs(members: readonly PacketWait[], phase: number): number {
  const waits = members.flatMap(({ waitsMs }) => waitsMs?.[phase] ?? []);
  return waits.reduce((sum, waitMs) => sum + waitMs, 0) / Math.max(1, waits.length);
}
