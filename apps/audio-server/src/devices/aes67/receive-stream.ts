import { createSocket } from "node:dgram";

import { emptyRtpPacket, readRtp, sequenceDistance } from "@linedesk/audio";
import { PACKET_FRAMES, readL24 } from "./l24.ts";
import { isMulticastAddress } from "./stream-session.ts";

export interface ReceiverOptions {
  address: string;
  port: number;
  interface: string;
  channels: number;
  /** Which of them is taken, from 0. */
  channel: number;
}

/** A longer gap is a stream that was stopped and begins anew. */
const MAX_FILLED_PACKETS = 100;

/** Puts packets in order: a lost one is silence, a late or double one is nothing. */
export class PacketOrder {
  readonly #onSamples: (samples: Float32Array) => void;
  readonly #packet = emptyRtpPacket();
  readonly #options: Pick<ReceiverOptions, "channels" | "channel">;
  #ssrc: number | null = null;
  #nextSequence = 0;

  constructor(
    options: Pick<ReceiverOptions, "channels" | "channel">,
    onSamples: (samples: Float32Array) => void,
  ) {
    this.#options = options;
    this.#onSamples = onSamples;
  }

  /** False for what is no packet of RTP. */
  take(bytes: Uint8Array): boolean {
    const packet = this.#packet;
    if (!readRtp(bytes, packet)) {
      return false;
    }
    const payload = bytes.subarray(packet.payloadStart, packet.payloadStart + packet.payloadLength);
    const samples = readL24(payload, this.#options);
    const missing =
      this.#ssrc === packet.ssrc ? sequenceDistance(packet.sequence, this.#nextSequence) : 0;
    const isRestart = Math.abs(missing) > MAX_FILLED_PACKETS;
    if (missing < 0 && !isRestart) {
      return true;
    }
    this.#ssrc = packet.ssrc;
    this.#nextSequence = (packet.sequence + 1) & 0xffff;
    if (missing > 0 && !isRestart) {
      this.#onSamples(new Float32Array(missing * (samples.length || PACKET_FRAMES)));
    }
    this.#onSamples(samples);
    return true;
  }
}

/** Listens for a stream. Rejects where the address cannot be used. */
export function receiveStream(
  options: ReceiverOptions,
  onSamples: (samples: Float32Array) => void,
  onLost: (reason: string) => void,
): Promise<() => void> {
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  const order = new PacketOrder(options, onSamples);
  const isMulticast = isMulticastAddress(options.address);
  socket.on("message", (bytes) => void order.take(bytes));
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(options.port, isMulticast ? options.address : options.interface, () => {
      socket.off("error", reject);
      socket.on("error", (error) => onLost(`AES67: ${error.message}.`));
      if (isMulticast) {
        const own = options.interface === "0.0.0.0" ? undefined : options.interface;
        try {
          socket.addMembership(options.address, own);
        } catch (error) {
          socket.close();
          reject(error as Error);
          return;
        }
      }
      resolve(() => socket.close());
    });
  });
}
