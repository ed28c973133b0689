import type { PacketRows } from "./packet-rows.ts";
import type { TickSource } from "./tick-source.ts";

/** The ticks of a sound that several legs may play, each at its own position. */
export interface SoundTicks extends TickSource {
  /** Its packets in each codec that a listener needs. */
  readonly rows: PacketRows;
}
