import { type RtpPacket, TELEPHONE_EVENT_BYTES } from "@linedesk/audio";
import type { StreamFormat } from "../codecs/codec-facts.ts";

export type PacketKind = "audio" | "otherLaw" | "event" | "comfort" | "unknown";

/**
 * The payload type of comfort noise (RFC 3389), and an older payload type that some telephones
 * still use.
 */
const COMFORT_NOISE = [13, 19];

/**
 * Distinguishes audio from telephone events by the payload type. A far end may answer our offer
 * with payload types of its own. It may then send these or, as RFC 3264 says, the payload types of
 * our offer.
 */
export class PacketKinds {
  readonly #kinds: readonly PacketKind[];
  readonly #events: readonly boolean[];

  constructor({ payloadType, telephoneEvent, otherLaw, offered }: StreamFormat) {
    const kinds = Array.from<PacketKind>({ length: 128 }).fill("unknown");
    const events = Array.from<boolean>({ length: 128 }).fill(false);
    const ours = telephoneEvent === null ? null : (offered?.telephoneEvent ?? null);
    for (const type of [ours, telephoneEvent]) {
      if (type !== null) {
        events[type] = true;
      }
    }
    for (const type of COMFORT_NOISE) {
      kinds[type] = "comfort";
    }
    if (offered !== undefined) {
      kinds[offered.payloadType] = "audio";
    }
    if (otherLaw !== undefined) {
      kinds[otherLaw] = "otherLaw";
    }
    kinds[payloadType] = "audio";
    this.#kinds = kinds;
    this.#events = events;
  }

  /**
   * If a payload type means audio in one description and events in the other, the length decides.
   */
  of({ payloadType, payloadLength }: RtpPacket): PacketKind {
    const kind = this.#kinds[payloadType] ?? "unknown";
    if (this.#events[payloadType] !== true || payloadLength < TELEPHONE_EVENT_BYTES) {
      return kind;
    }
    return kind === "unknown" || payloadLength === TELEPHONE_EVENT_BYTES ? "event" : kind;
  }
}
