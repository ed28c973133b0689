import type { AudioEncoder } from "../codecs/codec-facts.ts";
import type { TickConversion } from "./tick-conversion.ts";
import { tickAfter, type TickSource } from "./tick-source.ts";

/**
 * Two encoders that were given the same sound for so long are so near to each other that a far end
 * that goes over from the packets of one to those of the other hears neither gap nor click.
 */
export const SETTLED_TICKS = 6;
const MAX_PACKET_BYTES = 1275;
const nowhere = new Uint8Array(MAX_PACKET_BYTES);

/** Brings an encoder to where one is that has encoded the sound up to a tick, that one included. */
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
