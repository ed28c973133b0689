/**
 * What a room adds: from a loud packet going in to the first loud packet coming out at the other
 * member, with 2 and with 100 legs in the exchange. The wait for the 20 ms beat is part of it.
 */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isRtcp, muLaw, parseRtp, rootMeanSquare, writeRtpHeader } from "@linedesk/audio";
import { startMedia } from "../apps/exchange/src/media/media-thread.ts";
import type { MediaPort } from "../apps/exchange/src/media/media-port.ts";
import { Generator } from "./media-legs.ts";
import { type Bench, held, type Row } from "./support/row.ts";
import { percentile, spread } from "./support/spread.ts";

const limitMs = 40;
const loudEvery = 17;
const settleMs = 6000;

async function probe(media: MediaPort, leg: string, room: string) {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const far = await media.openRtp(leg);
  await media.connectRtp(leg, {
    address: "127.0.0.1",
    port: socket.address().port,
    codec: "PCMU",
    payloadType: 0,
    telephoneEvent: null,
  });
  media.joinRoom(leg, room, { muted: false, hold: false });
  return { socket, send: (bytes: Uint8Array) => socket.send(bytes, far.port, far.address) };
}

function packetOf(at: number, isLoud: boolean, ssrc: number): Uint8Array {
  const samples = Int16Array.from({ length: 160 }, (_, i) => (isLoud ? 12_000 * Math.sin(i) : 0));
  const packet = new Uint8Array(172);
  writeRtpHeader(packet, {
    payloadType: 0,
    marker: false,
    sequence: at & 0xffff,
    timestamp: at * 160,
    ssrc,
  });
  muLaw.encode(samples, 160, packet, 12);
  return packet;
}

/** One pair of legs at its own moment within the beat; delays in ms. */
async function measurePair(media: MediaPort, pair: number, durationMs: number): Promise<number[]> {
  const from = await probe(media, `from-${pair}`, `probe-${pair}`);
  const to = await probe(media, `to-${pair}`, `probe-${pair}`);
  const delaysMs: number[] = [];
  let loudMs: number | null = null;
  const heard = new Int16Array(160);
  to.socket.on("message", (bytes: Uint8Array) => {
    if (loudMs === null || isRtcp(bytes)) return;
    const { payloadStart, payloadLength } = parseRtp(bytes);
    muLaw.decode(bytes, payloadStart, payloadLength, heard);
    if (rootMeanSquare(heard) < 500) return;
    delaysMs.push(performance.now() - loudMs);
    loudMs = null;
  });
  const startMs = performance.now() + pair * 3.7;
  let at = 0;
  const timer = setInterval(() => {
    for (; at * 20 < performance.now() - startMs; at += 1) {
      const isLoud = at * 20 > settleMs && at % loudEvery === 0;
      if (isLoud) loudMs = performance.now();
      from.send(packetOf(at, isLoud, 1));
      to.send(packetOf(at, false, 2));
    }
  }, 1);
  await new Promise((resolve) => setTimeout(resolve, settleMs + durationMs));
  clearInterval(timer);
  for (const side of [from, to]) side.socket.close();
  media.closeLeg(`from-${pair}`);
  media.closeLeg(`to-${pair}`);
  return delaysMs;
}

async function measure(legs: number, durationMs: number): Promise<Row> {
  const media = await startMedia({ isAllowedUrl: () => false });
  const pairs = legs < 20 ? 1 : 5;
  const generator = legs > pairs * 2 ? new Generator() : null;
  try {
    await generator?.connect(media, legs - pairs * 2);
    const delays: number[] = [];
    // With two legs the pairs follow one another, so that each meets the beat elsewhere.
    if (generator === null) {
      for (let i = 0; i < 3; i += 1) delays.push(...(await measurePair(media, i, durationMs / 3)));
    } else {
      const all = Array.from({ length: pairs }, (_, i) => measurePair(media, i, durationMs));
      delays.push(...(await Promise.all(all)).flat());
    }
    const name = `media: delay added by a room, ${legs} legs (${delays.length})`;
    const holds = percentile(delays, 0.95) <= limitMs;
    return held(name, spread(delays, 1), { beside: `p95 <= ${limitMs} ms`, holds });
  } finally {
    generator?.close();
    await media.close();
  }
}

export const run: Bench = async ({ seconds }) => {
  const durationMs = (seconds ?? 10) * 1000;
  return [await measure(2, durationMs), await measure(100, durationMs)];
};
