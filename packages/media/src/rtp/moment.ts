/** When a packet came, as the mixer counts. */
export interface Moment {
  nowMs: number;
  /** When the mixer takes the next block. */
  nextTickMs: number;
}
