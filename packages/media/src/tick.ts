/** The beat of the mixer: each leg gets a packet, and each room a sum, of this length. */
export const TICK_MS = 20;
/** Moments within a tick, of which each leg and each room has one. */
export const PHASES = 4;
export const PHASE_MS = TICK_MS / PHASES;
