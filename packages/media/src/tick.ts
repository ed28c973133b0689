/** The interval of the mixer: each leg gets a packet, and each room a sum, of this length. */
export const TICK_MS = 20;
/** The number of moments within a tick at which legs and rooms are mixed. */
export const PHASES = 4;
export const PHASE_MS = TICK_MS / PHASES;
