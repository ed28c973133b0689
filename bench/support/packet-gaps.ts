import type { CalledListener, SipListener } from "@linedesk/testkit";

export type Phone = SipListener | CalledListener;

/** The longest time without a packet of each telephone since the start. */
export class PacketGaps {
  readonly #seen = new Map<Phone, { packets: number; atMs: number; longestMs: number }>();

  constructor(phones: readonly Phone[]) {
    const atMs = performance.now();
    for (const phone of phones) {
      this.#seen.set(phone, { packets: phone.packetsReceived, atMs, longestMs: 0 });
    }
  }

  /** Checks whether each telephone has received a packet since the last check. */
  check(): void {
    const nowMs = performance.now();
    for (const [phone, seen] of this.#seen) {
      seen.longestMs = Math.max(seen.longestMs, nowMs - seen.atMs);
      seen.atMs = phone.packetsReceived === seen.packets ? seen.atMs : nowMs;
      seen.packets = phone.packetsReceived;
    }
  }

  /** Returns true when the telephones have sound after the gap of a crash. */
  areBack(phones: readonly Phone[]): boolean {
    const nowMs = performance.now();
    return phones.every((phone) => {
      const { atMs = 0, longestMs = 0 } = this.#seen.get(phone) ?? {};
      return longestMs > 200 && nowMs - atMs < 100;
    });
  }

  longest(): number[] {
    return [...this.#seen.values()].map(({ longestMs }) => longestMs);
  }
}
