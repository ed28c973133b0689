/// <reference lib="dom" />
// The types of wrtc are those of the browser.
import { z } from "zod";

/** What a connection's receive buffer did with one track's sound, since the call began. */
export interface ReceptionTotals {
  /** Of all samples together, in seconds. */
  waitedS: number;
  /** Samples that were given on. */
  given: number;
  /** How often sound that was late or lost was made up. */
  concealed: number;
}

const parseInbound = z
  .object({
    type: z.literal("inbound-rtp"),
    jitterBufferDelay: z.number(),
    jitterBufferEmittedCount: z.number(),
    concealmentEvents: z.number(),
  })
  .transform(({ jitterBufferDelay, jitterBufferEmittedCount, concealmentEvents }) => ({
    waitedS: jitterBufferDelay,
    given: jitterBufferEmittedCount,
    concealed: concealmentEvents,
  }));

type Peer = Pick<RTCPeerConnection, "connectionState" | "getReceivers" | "getStats">;

/** The connections of all calls, to be asked what became of a track. */
export class Receptions {
  readonly #peers = new Set<Peer>();

  add(peer: Peer): void {
    for (const one of this.#peers) {
      if (one.connectionState === "closed") {
        this.#peers.delete(one);
      }
    }
    this.#peers.add(peer);
  }

  /** Null where the track's connection is gone, or has received nothing. */
  async read(track: Pick<MediaStreamTrack, "id">): Promise<ReceptionTotals | null> {
    for (const peer of this.#peers) {
      const isOpen = peer.connectionState !== "closed";
      if (isOpen && peer.getReceivers().some((one) => one.track.id === track.id)) {
        const reports: unknown[] = [...(await peer.getStats()).values()];
        const read = reports.map((report) => parseInbound.safeParse(report).data);
        return read.find((one) => one !== undefined) ?? null;
      }
    }
    return null;
  }
}
