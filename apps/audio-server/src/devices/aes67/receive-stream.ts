import { createSocket, type Socket } from "node:dgram";

import { emptyRtpPacket, readRtp, sequenceDistance } from "@linedesk/audio";
import type { Clock } from "@linedesk/base";
import type { DeviceHandlers } from "../sound-device.ts";
import { isMulticastAddress } from "./announce-stream.ts";
import { BYTES_PER_SAMPLE, PACKET_FRAMES, readL24 } from "./l24.ts";

export interface ReceiverOptions {
  address: string;
  port: number;
  source: string | null;
  interface: string;
  channels: number;
  channel: number;
}

type OrderOptions = Pick<ReceiverOptions, "channels" | "channel" | "source">;

/** A longer gap means that the stream stopped and starts again. */
const MAX_FILLED_PACKETS = 100;
/** L24 always has one of RTP's dynamic payload types, which begin here. */
const FIRST_DYNAMIC_TYPE = 96;
const STREAM_OVER_MS = 100;

/**
 * Puts the packets of one stream in order. A lost packet becomes silence. A late or duplicate
 * packet is dropped, and so is a packet of another sender while the stream runs.
 */
export class PacketOrder {
  readonly #onSamples: (samples: Float32Array) => void;
  readonly #packet = emptyRtpPacket();
  readonly #options: OrderOptions;
  #ssrc: number | null = null;
  #payloadType = 0;
  #nextSequence = 0;
  #takenMs = -Infinity;

  constructor(options: OrderOptions, onSamples: (samples: Float32Array) => void) {
    this.#options = options;
    this.#onSamples = onSamples;
  }

  take(bytes: Uint8Array, { from, nowMs }: { from: string; nowMs: number }): boolean {
    const packet = this.#packet;
    const { source } = this.#options;
    if ((source !== null && source !== from) || !readRtp(bytes, packet) || !this.#fits(nowMs)) {
      return false;
    }
    this.#takenMs = nowMs;
    const payload = bytes.subarray(packet.payloadStart, packet.payloadStart + packet.payloadLength);
    const samples = readL24(payload, this.#options);
    const missing =
      this.#ssrc === packet.ssrc ? sequenceDistance(packet.sequence, this.#nextSequence) : 0;
    const isRestart = Math.abs(missing) > MAX_FILLED_PACKETS;
    if (missing < 0 && !isRestart) {
      return true;
    }
    this.#ssrc = packet.ssrc;
    this.#payloadType = packet.payloadType;
    this.#nextSequence = (packet.sequence + 1) & 0xffff;
    if (missing > 0 && !isRestart) {
      this.#onSamples(new Float32Array(missing * (samples.length || PACKET_FRAMES)));
    }
    this.#onSamples(samples);
    return true;
  }

  #fits(nowMs: number): boolean {
    const { payloadLength, payloadType, ssrc } = this.#packet;
    const isWhole = payloadLength > 0 && payloadLength % this.#frameBytes === 0;
    const isSame = ssrc === this.#ssrc && payloadType === this.#payloadType;
    const isNext = nowMs - this.#takenMs >= STREAM_OVER_MS && payloadType >= FIRST_DYNAMIC_TYPE;
    return isWhole && (isSame || isNext);
  }

  get #frameBytes(): number {
    return this.#options.channels * BYTES_PER_SAMPLE;
  }
}

const NO_STREAM_MS = 1_000;

export async function receiveStream(
  options: ReceiverOptions,
  { handlers, clock }: { handlers: DeviceHandlers; clock: Clock },
): Promise<() => void> {
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  await bind(socket, options);
  const { onInput, onLost, onFault } = handlers;
  const order = new PacketOrder(options, onInput);
  let takenMs = clock.elapsedMs();
  let isThere = true;
  function checkStream(): void {
    const isStill = clock.elapsedMs() - takenMs >= NO_STREAM_MS;
    if (isThere && isStill) {
      isThere = false;
      onFault(`No AES67 stream arrives at ${options.address}:${options.port}.`);
    }
    cancelCheck = clock.after(NO_STREAM_MS, checkStream);
  }
  let cancelCheck = clock.after(NO_STREAM_MS, checkStream);
  socket.on("message", (bytes, { address: from }) => {
    const nowMs = clock.elapsedMs();
    if (order.take(bytes, { from, nowMs })) {
      takenMs = nowMs;
      if (!isThere) {
        isThere = true;
        onFault(null);
      }
    }
  });
  socket.on("error", (error) => onLost(`AES67: ${error.message}.`));
  return () => {
    cancelCheck();
    socket.close();
  };
}

function bind(socket: Socket, { address, port, interface: local }: ReceiverOptions): Promise<void> {
  const isMulticast = isMulticastAddress(address);
  const bound = new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(port, isMulticast ? address : local, () => {
      socket.off("error", reject);
      try {
        if (isMulticast) {
          socket.addMembership(address, local === "0.0.0.0" ? undefined : local);
        }
        resolve();
      } catch (error) {
        reject(error as Error);
      }
    });
  });
  bound.catch(() => socket.close());
  return bound;
}
