/** When a packet came, as the mixer counts. */
export interface PacketTime {
  nowMs: number;
  /** When the mixer takes the next block. */
  nextTickMs: number;
}
