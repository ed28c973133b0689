import type { ReportBlock } from "./rtcp.ts";
import { sequenceDistance, timestampDistance, type RtpPacket } from "./rtp.ts";

const MAX_DROPOUT = 3000;

/** The statistics of RFC 3550 (appendix A.3, A.8) for one received stream. */
export class Reception {
  #ssrc: number | null = null;
  #first = 0;
  #highest = 0;
  #cycles = 0;
  #received = 0;
  #jitter = 0;
  #transit: number | null = null;
  #expectedBefore = 0;
  #receivedBefore = 0;
  #clockRate: number;

  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  /** Sets another codec's clock rate, and resets the jitter. */
  setClockRate(clockRate: number): void {
    if (clockRate === this.#clockRate) {
      return;
    }
    this.#clockRate = clockRate;
    this.#jitter = 0;
    this.#transit = null;
  }

  get packets(): number {
    return this.#received;
  }

  get lost(): number {
    return this.#ssrc === null ? 0 : Math.max(0, this.#expected - this.#received);
  }

  get jitterMs(): number {
    return (this.#jitter * 1000) / this.#clockRate;
  }

  get #expected(): number {
    return this.#cycles + this.#highest - this.#first + 1;
  }

  /** Counts a packet that arrived at `nowMs`. A new SSRC or a large jump restarts the count. */
  count(packet: RtpPacket, nowMs: number): void {
    const ahead = sequenceDistance(packet.sequence, this.#highest);
    if (packet.ssrc !== this.#ssrc || Math.abs(ahead) > MAX_DROPOUT) {
      this.#restart(packet);
    } else if (ahead > 0) {
      if (packet.sequence < this.#highest) {
        this.#cycles += 65_536;
      }
      this.#highest = packet.sequence;
    }
    this.#received += 1;
    const arrival = Math.round((nowMs * this.#clockRate) / 1000) >>> 0;
    const transit = timestampDistance(arrival, packet.timestamp);
    if (this.#transit !== null) {
      const change = Math.abs(timestampDistance(transit, this.#transit));
      // If the sender pauses, or its clock jumps, this does not count as jitter.
      if (change < this.#clockRate) {
        this.#jitter += (change - this.#jitter) / 16;
      }
    }
    this.#transit = transit;
  }

  #restart(packet: RtpPacket): void {
    this.#ssrc = packet.ssrc;
    this.#first = packet.sequence;
    this.#highest = packet.sequence;
    this.#cycles = 0;
    this.#received = 0;
    this.#transit = null;
    this.#expectedBefore = 0;
    this.#receivedBefore = 0;
  }

  /**
   * Returns our report, with the loss since the previous report, or `null` before the first packet.
   */
  report(last: { senderReport: number; delay: number }): ReportBlock | null {
    if (this.#ssrc === null) {
      return null;
    }
    const expected = this.#expected - this.#expectedBefore;
    const lost = expected - (this.#received - this.#receivedBefore);
    this.#expectedBefore = this.#expected;
    this.#receivedBefore = this.#received;
    return {
      ssrc: this.#ssrc,
      fractionLost:
        lost > 0 && expected > 0 ? Math.min(255, Math.floor((lost * 256) / expected)) : 0,
      cumulativeLost: Math.min(0x7fffff, this.lost),
      highestSequence: (this.#cycles + this.#highest) >>> 0,
      jitter: Math.round(this.#jitter),
      lastSenderReport: last.senderReport,
      delaySinceLast: last.delay,
    };
  }
}
