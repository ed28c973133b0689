/** The beat of the mixer: each leg gets a packet, and each room a sum, of this length. */
export const TICK_MS = 20;
