import type { PacketRows } from "./packet-rows.ts";
import type { TickSource } from "./tick-source.ts";

/** The ticks of a sound which many may hear, each at their own place. */
export interface SoundTicks extends TickSource {
  /** Its packets in the codecs that somebody hears it in. */
  readonly rows: PacketRows;
}
