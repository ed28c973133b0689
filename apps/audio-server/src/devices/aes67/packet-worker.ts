import { createSocket } from "node:dgram";
import { parentPort, workerData } from "node:worker_threads";

import { z } from "zod";

import { PACKET_FRAMES, writeL24Packet } from "./l24.ts";
import { SharedRing } from "./shared-ring.ts";

/**
 * This worker sends one packet each millisecond. It has a thread of its own, because timers of the
 * main thread are late by more than one packet.
 */
const options = z
  .object({
    ring: z.instanceof(SharedArrayBuffer),
    address: z.string(),
    port: z.number(),
    localAddress: z.string(),
    isMulticast: z.boolean(),
    ttl: z.number(),
    ssrc: z.number(),
  })
  .parse(workerData);

const PACKET_MS = 1;
/**
 * The kernel wakes a thread some hundredths of a millisecond late, so the last part of the wait
 * polls the clock. The polling uses less than a tenth of a core for each stream.
 */
const WATCHED_MS = 0.08;
/** After a longer stall, the thread skips packets: the receiver has already concealed the gap. */
const MAX_LATE_MS = 20;
const PACKETS_PER_CHECK = 1024;

const ring = new SharedRing(options.ring);
const socket = createSocket("udp4");
const samples = new Float32Array(PACKET_FRAMES);
const sleeper = new Int32Array(new SharedArrayBuffer(4));
let sequence = 0;
let timestamp = 0;
let dueMs = 0;

function nextPacket(): Uint8Array {
  ring.read(samples);
  const position = { sequence, timestamp, ssrc: options.ssrc };
  sequence = (sequence + 1) & 0xffff;
  timestamp = (timestamp + PACKET_FRAMES) >>> 0;
  return writeL24Packet(samples, position);
}

/**
 * Skips the packets that a stall of more than `MAX_LATE_MS` has delayed. Sequence and timestamp
 * advance with them, so that receivers count the loss.
 */
function skipMissed(): void {
  const late = Math.floor((performance.now() - dueMs) / PACKET_MS);
  if (late <= MAX_LATE_MS) {
    return;
  }
  for (let packet = 0; packet < late; packet += 1) {
    ring.read(samples);
  }
  sequence = (sequence + late) & 0xffff;
  timestamp = (timestamp + late * PACKET_FRAMES) >>> 0;
  dueMs += late * PACKET_MS;
}

function run(): void {
  if (ring.isClosed) {
    socket.close();
    return;
  }
  const waitMs = dueMs - performance.now() - WATCHED_MS;
  if (waitMs > 0) {
    Atomics.wait(sleeper, 0, 0, waitMs);
  }
  skipMissed();
  const packet = nextPacket();
  while (performance.now() < dueMs) {
    // The loop only waits. The packet is complete by now, so nothing delays its sending.
  }
  socket.send(packet);
  dueMs += PACKET_MS;
  checkNetwork();
  // The socket sends only between two turns of the event loop, so each packet takes one turn.
  setImmediate(run);
}

let refused = 0;
let isRunning = false;

/**
 * If the network refused most of the last 1024 packets, ends the thread and with it the device,
 * because the local address may not exist any more. The device slot then opens the device again.
 */
function checkNetwork(): void {
  if (sequence % PACKETS_PER_CHECK === 0) {
    if (refused > PACKETS_PER_CHECK / 2) {
      throw new Error("the network does not accept packets");
    }
    refused = 0;
  }
}

socket.on("error", (error: NodeJS.ErrnoException) => {
  if (!isRunning) {
    throw error;
  }
  // A missing receiver or a single refused packet is not a fault.
  refused += error.code === "ECONNREFUSED" ? 0 : 1;
});
socket.bind(0, options.localAddress, () => {
  if (options.isMulticast) {
    socket.setMulticastTTL(options.ttl);
    if (options.localAddress !== "0.0.0.0") {
      socket.setMulticastInterface(options.localAddress);
    }
  }
  // A connected socket does no address lookup for its packets.
  socket.connect(options.port, options.address, (error?: Error) => {
    if (error !== undefined && error !== null) {
      throw error;
    }
    isRunning = true;
    parentPort?.postMessage("sending");
    dueMs = performance.now();
    run();
  });
});
