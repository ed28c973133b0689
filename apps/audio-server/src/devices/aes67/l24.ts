import { RTP_HEADER_BYTES, writeRtpHeader } from "@linedesk/audio";

/** The packet time of AES67: 1 ms at 48 kHz. */
export const PACKET_FRAMES = 48;
export const BYTES_PER_SAMPLE = 3;
export const L24_PAYLOAD_TYPE = 97;
const FULL_SCALE = 0x80_0000;

/** Writes one RTP packet with mono linear samples of 24 bits (RFC 3190). */
export function writeL24Packet(
  samples: Float32Array,
  position: { sequence: number; timestamp: number; ssrc: number },
): Uint8Array {
  const packet = new Uint8Array(RTP_HEADER_BYTES + samples.length * BYTES_PER_SAMPLE);
  writeRtpHeader(packet, { payloadType: L24_PAYLOAD_TYPE, marker: false, ...position });
  for (let i = 0; i < samples.length; i += 1) {
    const value = Math.round((samples[i] ?? 0) * FULL_SCALE);
    const sample = Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, value));
    const at = RTP_HEADER_BYTES + i * BYTES_PER_SAMPLE;
    packet[at] = sample >> 16;
    packet[at + 1] = sample >> 8;
    packet[at + 2] = sample;
  }
  return packet;
}

export function readL24(
  payload: Uint8Array,
  { channels, channel }: { channels: number; channel: number },
): Float32Array {
  const frameBytes = channels * BYTES_PER_SAMPLE;
  const samples = new Float32Array(Math.floor(payload.length / frameBytes));
  for (let i = 0; i < samples.length; i += 1) {
    const at = i * frameBytes + channel * BYTES_PER_SAMPLE;
    const high = ((payload[at] ?? 0) << 24) >> 8;
    const value = high | ((payload[at + 1] ?? 0) << 8) | (payload[at + 2] ?? 0);
    samples[i] = value / FULL_SCALE;
  }
  return samples;
}
