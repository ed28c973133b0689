/** The time at which a packet arrived, by the mixer's clock. */
export interface PacketTime {
  nowMs: number;
  /** The time at which the mixer takes the next block. */
  nextTickMs: number;
}
