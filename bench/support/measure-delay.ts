/**
 * Measures the time from a loud packet of one member of a room to the first loud packet that the
 * other member receives. The wait for the mixer's tick is part of it.
 */
import { createSocket } from "node:dgram";
import { once } from "node:events";

import { isRtcp, muLaw, parseRtp, rootMeanSquare, writeRtpHeader } from "@linedesk/audio";
import type { Mixer } from "./mixer.ts";

const LOUD_EVERY = 17;
const SETTLE_MS = 6000;

async function probe(mixer: Mixer, leg: string, room: string) {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const far = await mixer.join({ leg, room, port: socket.address().port });
  return { socket, send: (bytes: Uint8Array) => socket.send(bytes, far.port, far.address) };
}

function packetOf(at: number, isLoud: boolean, ssrc: number): Uint8Array {
  const samples = Int16Array.from({ length: 160 }, (_, i) => (isLoud ? 12_000 * Math.sin(i) : 0));
  const packet = new Uint8Array(172);
  const header = {
    payloadType: 0,
    marker: false,
    sequence: at & 0xffff,
    timestamp: at * 160,
    ssrc,
  };
  writeRtpHeader(packet, header);
  muLaw.encode(samples, 160, packet, 12);
  return packet;
}

interface ProbePlan {
  /** The number of the pair. Each pair sends at another phase of the tick. */
  pair: number;
  durationMs: number;
}

/** Measures one pair of legs. Returns the delays in ms, in order. */
export async function measurePair(
  mixer: Mixer,
  { pair, durationMs }: ProbePlan,
): Promise<number[]> {
  const from = await probe(mixer, `from-${pair}`, `probe-${pair}`);
  const to = await probe(mixer, `to-${pair}`, `probe-${pair}`);
  const delaysMs: number[] = [];
  let loudMs: number | null = null;
  const decoded = new Int16Array(160);
  to.socket.on("message", (bytes: Uint8Array) => {
    if (loudMs === null || isRtcp(bytes)) {
      return;
    }
    const { payloadStart, payloadLength } = parseRtp(bytes);
    muLaw.decode(bytes, payloadStart, payloadLength, decoded);
    if (rootMeanSquare(decoded) < 500) {
      return;
    }
    delaysMs.push(performance.now() - loudMs);
    loudMs = null;
  });
  const startMs = performance.now() + pair * 3.7;
  let at = 0;
  const timer = setInterval(() => {
    for (; at * 20 < performance.now() - startMs; at += 1) {
      const isLoud = at * 20 > SETTLE_MS && at % LOUD_EVERY === 0;
      if (isLoud) {
        loudMs = performance.now();
      }
      from.send(packetOf(at, isLoud, 1));
      to.send(packetOf(at, false, 2));
    }
  }, 1);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS + durationMs));
  clearInterval(timer);
  for (const side of [from, to]) {
    side.socket.close();
  }
  mixer.leave(`from-${pair}`);
  mixer.leave(`to-${pair}`);
  return delaysMs;
}

/** Measures three pairs, one after the other, each at another phase of the tick. */
export async function measureTurns(mixer: Mixer, durationMs: number): Promise<number[]> {
  const delays: number[] = [];
  for (let pair = 0; pair < 3; pair += 1) {
    delays.push(...(await measurePair(mixer, { pair, durationMs: durationMs / 3 })));
  }
  return delays;
}
