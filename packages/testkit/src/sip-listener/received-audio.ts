import { emptyRtpPacket, g711, readRtp, timestampDistance } from "@linedesk/audio";
import type { ListenerCodec } from "./listener-codec.ts";
import { sampleRate } from "./listener-sound.ts";

const STORED_MS = 10_000;
const STORED_SAMPLES = (STORED_MS * sampleRate) / 1000;
/** A longer time without a packet counts as silence, not as the wait for the next packet. */
const pauseMs = 60;
const PACKET_SAMPLES = sampleRate / 50;

/** The last ten seconds of received sound. Each packet is placed by its timestamp. */
export class ReceivedAudio {
  readonly #ring = new Int16Array(STORED_SAMPLES);
  readonly #packet = emptyRtpPacket();
  readonly #decoded = new Int16Array(2048);
  #ssrc: number | null = null;
  #origin = 0;
  #end = 0;
  #lastArrivalMs = 0;
  #packets = 0;
  /** The codec of the present sound, if it is not G.711. */
  codec: ListenerCodec | null = null;

  get packets(): number {
    return this.#packets;
  }

  /** Adds a packet of PCMU, PCMA or the other codec. Other packets are ignored. */
  take(datagram: Buffer): void {
    const packet = this.#packet;
    if (!readRtp(datagram, packet)) {
      return;
    }
    const length = this.#decode(datagram);
    if (length === null) {
      return;
    }
    const steps = this.#stepsPerSample(packet.payloadType);
    if (packet.ssrc !== this.#ssrc) {
      this.#restart(packet.ssrc, packet.timestamp);
    }
    const at = timestampDistance(packet.timestamp, this.#origin) / steps;
    if (at < this.#end - STORED_SAMPLES || at > this.#end + STORED_SAMPLES) {
      this.#restart(packet.ssrc, packet.timestamp);
    }
    this.#write(timestampDistance(packet.timestamp, this.#origin) / steps, length);
    this.#lastArrivalMs = performance.now();
    this.#packets += 1;
  }

  /** Returns the last `ms` (up to 10 s). Missing packets are silence. */
  last(ms: number): Int16Array {
    const wanted = Math.min(STORED_SAMPLES, Math.round((ms * sampleRate) / 1000));
    const quietMs = performance.now() - this.#lastArrivalMs;
    const quiet = quietMs > pauseMs ? Math.round((quietMs * sampleRate) / 1000) : 0;
    const samples = new Int16Array(wanted);
    for (let i = 0; i < wanted - quiet; i += 1) {
      const at = this.#end - wanted + quiet + i;
      if (at >= 0) {
        samples[i] = this.#ring[at % STORED_SAMPLES] ?? 0;
      }
    }
    return samples;
  }

  #restart(ssrc: number, timestamp: number): void {
    this.#ssrc = ssrc;
    const steps = this.#stepsPerSample(this.#packet.payloadType);
    this.#origin = (timestamp - this.#end * steps) | 0;
  }

  /** Returns the steps of the timestamp for each of our samples. */
  #stepsPerSample(payloadType: number): number {
    const { codec } = this;
    return codec?.payloadType === payloadType ? codec.stepsPerPacket / PACKET_SAMPLES : 1;
  }

  /** Decodes the packet. Returns the number of samples, or `null` for another codec. */
  #decode(datagram: Buffer): number | null {
    const { payloadType, payloadStart, payloadLength } = this.#packet;
    if (payloadType === this.codec?.payloadType) {
      const payload = datagram.subarray(payloadStart, payloadStart + payloadLength);
      const samples = this.codec.decode(payload);
      this.#decoded.set(samples);
      return samples.length;
    }
    if (payloadType !== 0 && payloadType !== 8) {
      return null;
    }
    const length = Math.min(payloadLength, this.#decoded.length);
    const law = g711(payloadType === 0 ? "PCMU" : "PCMA");
    law.decode(datagram, payloadStart, length, this.#decoded);
    return length;
  }

  #write(at: number, length: number): void {
    for (let gap = this.#end; gap < at; gap += 1) {
      this.#ring[gap % STORED_SAMPLES] = 0;
    }
    for (let i = 0; i < length; i += 1) {
      this.#ring[(at + i) % STORED_SAMPLES] = this.#decoded[i] ?? 0;
    }
    this.#end = Math.max(this.#end, at + length);
  }
}
