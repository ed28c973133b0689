import {
  AudioFormatError,
  buildRtcp,
  parseRtcp,
  type Reception,
  type RtcpReport,
} from "@linedesk/audio";
import type { OutgoingStream } from "./outgoing-stream.ts";

/** The console shows a sample each second, so the round trip must be measured each second too. */
const INTERVAL_MS = 1000;
const MAX_ROUND_TRIP_MS = 60_000;

/**
 * RTCP of one leg: the exchange's reports about both streams, and the content of the far end's
 * reports.
 */
export class RtcpReports {
  readonly #outgoing: OutgoingStream;
  readonly #reception: Reception;
  readonly #epochMs: number;
  #dueMs: number;
  #lastSenderReport: { senderReport: number; atMs: number } | null = null;
  #roundTripMs: number | null = null;
  #lostShare = 0;
  #malformed = 0;

  constructor(streams: {
    outgoing: OutgoingStream;
    reception: Reception;
    /** The wall clock time at which the media clock was 0. */
    epochMs: number;
    nowMs: number;
  }) {
    this.#outgoing = streams.outgoing;
    this.#reception = streams.reception;
    this.#epochMs = streams.epochMs;
    // The offset spreads the reports of legs that begin together.
    this.#dueMs = streams.nowMs + 200 + (streams.outgoing.ssrc % INTERVAL_MS);
  }

  get roundTripMs(): number | null {
    return this.#roundTripMs;
  }

  /** The share of our packets that the far end's last report counts as lost, 0..1. */
  get lostShare(): number {
    return this.#lostShare;
  }

  get malformed(): number {
    return this.#malformed;
  }

  receive(bytes: Uint8Array, nowMs: number): void {
    try {
      for (const report of parseRtcp(bytes)) {
        this.#note(report, nowMs);
      }
    } catch (error) {
      if (!(error instanceof AudioFormatError)) {
        throw error;
      }
      this.#malformed += 1;
    }
  }

  /** Returns the report to send now; `null` if none is due. */
  due(nowMs: number): Uint8Array | null {
    if (nowMs < this.#dueMs) {
      return null;
    }
    this.#dueMs = nowMs + INTERVAL_MS;
    return this.#build(nowMs, false);
  }

  buildBye(nowMs: number): Uint8Array {
    return this.#build(nowMs, true);
  }

  #build(nowMs: number, bye: boolean): Uint8Array {
    const report = this.#lastSenderReport;
    const block = this.#reception.report({
      senderReport: report?.senderReport ?? 0,
      delay: report === null ? 0 : Math.round(((nowMs - report.atMs) * 65_536) / 1000) >>> 0,
    });
    return buildRtcp({
      ssrc: this.#outgoing.ssrc,
      cname: "linedesk",
      sender: this.#outgoing.senderInfo(this.#epochMs + nowMs),
      blocks: block === null ? [] : [block],
      bye,
    });
  }

  #note(report: RtcpReport, nowMs: number): void {
    if (report.type === "bye") {
      return;
    }
    if (report.type === "sender") {
      const { ntpSeconds, ntpFraction } = report.sender;
      this.#lastSenderReport = {
        senderReport: ((ntpSeconds << 16) | (ntpFraction >>> 16)) >>> 0,
        atMs: nowMs,
      };
    }
    const block = report.blocks.find((one) => one.ssrc === this.#outgoing.ssrc);
    if (block === undefined) {
      return;
    }
    this.#lostShare = block.fractionLost / 256;
    if (block.lastSenderReport === 0) {
      return;
    }
    const nowNtp = Math.floor(((this.#epochMs + nowMs) / 1000 + 2_208_988_800) * 65_536) % 2 ** 32;
    const trip = (nowNtp - block.lastSenderReport - block.delaySinceLast) | 0;
    const tripMs = (trip * 1000) / 65_536;
    // With clocks of 1/65536 s a short round trip can be negative.
    if (tripMs > -5 && tripMs < MAX_ROUND_TRIP_MS) {
      this.#roundTripMs = Math.max(0, tripMs);
    }
  }
}
