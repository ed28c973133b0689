import type { SrtpKey, SrtpKeys } from "@linedesk/audio";
import { SrtpReceiver } from "../srtp/srtp-receiver.ts";
import { SrtpSender } from "../srtp/srtp-sender.ts";
import type { RtpPortEvents } from "./rtp-port.ts";

/**
 * Encrypts and decrypts the packets of one SIP leg as SRTP, or leaves them plain RTP. A direction
 * whose key stays the same keeps its state (RFC 4568 section 7.1.4), because with a new
 * state it would accept replayed packets.
 */
export class SrtpProtection {
  #keys: SrtpKeys | null = null;
  #sender: SrtpSender | null = null;
  #receiver: SrtpReceiver | null = null;
  #rejected = 0;

  /** Packets that failed authentication or were replayed. */
  get rejected(): number {
    return this.#rejected;
  }

  /** With `null` it uses plain RTP. */
  setKeys(keys: SrtpKeys | null): void {
    const before = this.#keys;
    this.#keys = keys;
    if (!isSame(before?.ours, keys?.ours)) {
      this.#sender = keys === null ? null : new SrtpSender(keys.ours);
    }
    if (!isSame(before?.theirs, keys?.theirs)) {
      this.#receiver = keys === null ? null : new SrtpReceiver(keys.theirs);
    }
  }

  /** Returns events that decrypt each packet and pass only authentic ones to `next`. */
  wrapEvents(next: RtpPortEvents): RtpPortEvents {
    return {
      // The check does not consume the packet, because `onRtp` gets it again.
      isExpected: (bytes) => {
        const receiver = this.#receiver;
        const plain = receiver === null ? bytes : this.#counted(receiver.open(bytes, true));
        return plain !== null && next.isExpected(plain);
      },
      onRtp: (bytes) => {
        const receiver = this.#receiver;
        const plain = receiver === null ? bytes : this.#counted(receiver.open(bytes));
        return plain !== null && next.onRtp(plain);
      },
      onRtcp: (bytes) => {
        const receiver = this.#receiver;
        const plain = receiver === null ? bytes : this.#counted(receiver.openControl(bytes));
        if (plain !== null) {
          next.onRtcp(plain);
        }
      },
      onLearnt: (at) => next.onLearnt(at),
    };
  }

  protect(packet: Buffer): Buffer {
    return this.#sender === null ? packet : this.#sender.protect(packet);
  }

  protectControl(packet: Uint8Array): Uint8Array {
    if (this.#sender === null) {
      return packet;
    }
    const { buffer, byteOffset, byteLength } = packet;
    return this.#sender.protectControl(Buffer.from(buffer, byteOffset, byteLength));
  }

  #counted(plain: Buffer | null): Buffer | null {
    if (plain === null) {
      this.#rejected += 1;
    }
    return plain;
  }
}

function isSame(before: SrtpKey | undefined, now: SrtpKey | undefined): boolean {
  return before?.suite === now?.suite && before?.inline === now?.inline;
}
