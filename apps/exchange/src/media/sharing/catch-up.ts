import type { AudioEncoder } from "../codecs/audio-codec.ts";
import { tickAfter, type TickSource } from "./tick-source.ts";
import type { TickConversion } from "./tick-conversion.ts";

/**
 * Two encoders that were given the same sound for so long are so near to each other that a far end
 * that goes over from the packets of one to those of the other hears neither gap nor click.
 */
export const settledTicks = 6;
const maxPacketBytes = 1275;
const nowhere = new Uint8Array(maxPacketBytes);

/** Brings an encoder to where one is that has encoded the sound up to a tick, that one included. */
export function catchUp(
  encoder: AudioEncoder,
  conversion: TickConversion,
  { ticks, tick }: { ticks: TickSource; tick: number },
): void {
  encoder.restart();
  conversion.reset();
  for (let back = settledTicks - 1; back >= 0; back -= 1) {
    const block = ticks.read(tickAfter(ticks, tick, -back));
    encoder.encode(conversion.convert(block), nowhere, 0);
  }
}
