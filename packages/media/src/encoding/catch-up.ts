import type { AudioEncoder } from "../codecs/codec-facts.ts";
import type { TickConversion } from "./tick-conversion.ts";
import { tickAfter, type TickSource } from "./tick-source.ts";

/**
 * After this many ticks of the same sound, two encoders have nearly equal states. When a far end
 * switches between their packets, it plays neither a gap nor a click.
 */
export const SETTLED_TICKS = 6;
const MAX_PACKET_BYTES = 1275;
const nowhere = new Uint8Array(MAX_PACKET_BYTES);

/**
 * Gives an encoder the state that it has after encoding the sound up to and including the given
 * tick.
 */
export function catchUp(
  encoder: AudioEncoder,
  conversion: TickConversion,
  { ticks, tick }: { ticks: TickSource; tick: number },
): void {
  encoder.restart();
  conversion.reset();
  for (let back = SETTLED_TICKS - 1; back >= 0; back -= 1) {
    const block = ticks.read(tickAfter(ticks, tick, -back));
    encoder.encode(conversion.convert(block), nowhere, 0);
  }
}
