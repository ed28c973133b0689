import { randomInt } from "node:crypto";
import { createRequire } from "node:module";
import { networkInterfaces } from "node:os";
import { pathToFileURL } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";

import type { Clock } from "@linedesk/base";
import type { DeviceOptions } from "../../config/config-shape.ts";
import {
  DeviceError,
  type DeviceHandlers,
  type OpenDevice,
  type SoundDevice,
} from "../sound-device.ts";
import { announceStream, isMulticastAddress } from "./announce-stream.ts";
import { L24_PAYLOAD_TYPE } from "./l24.ts";
import { receiveStream } from "./receive-stream.ts";
import { SharedRing } from "./shared-ring.ts";

type Aes67Options = Extract<DeviceOptions, { type: "aes67" }>;

export function openAes67(options: Aes67Options, line: string, clock: Clock): OpenDevice {
  return async (handlers) => {
    const stopReceiving = await openReceiver(options, { handlers, clock });
    const sender = await openSender(options, { line, clock, handlers }).catch((error: unknown) => {
      stopReceiving();
      throw error;
    });
    const { send, receive } = options;
    const parts = [
      ...(send === null ? [] : [`to ${send.address}:${send.port}`]),
      ...(receive === null ? [] : [`from ${receive.address}:${receive.port}`]),
    ];
    return {
      description: `AES67 ${parts.join(", ")}`,
      levelFrames: () => sender?.ring.levelFrames() ?? 0,
      write: (samples) => sender?.ring.write(samples),
      close() {
        stopReceiving();
        sender?.close();
      },
    } satisfies SoundDevice;
  };
}

async function openReceiver(
  { receive, interface: local }: Aes67Options,
  deps: { handlers: DeviceHandlers; clock: Clock },
): Promise<() => void> {
  if (receive === null) {
    return () => undefined;
  }
  const { address, port, source, channels, side } = receive;
  const channel = side === "right" ? 1 : 0;
  try {
    const options = { address, port, source, interface: local, channels, channel };
    return once(await receiveStream(options, deps));
  } catch (error) {
    throw new DeviceError(`AES67 cannot receive on ${address}:${port}: ${String(error)}.`, {
      cause: error,
    });
  }
}

/**
 * Rejects if `interface` is not an address of this machine, for example before the machine's
 * network is up.
 */
async function openSender(
  { send, interface: local }: Aes67Options,
  { line, clock, handlers }: { line: string; clock: Clock; handlers: DeviceHandlers },
) {
  if (send === null) {
    return null;
  }
  const memory = SharedRing.allocate();
  const ring = new SharedRing(memory);
  const { address, port, ttl } = send;
  const worker = startPacketThread({
    ring: memory,
    address,
    port,
    ttl,
    localAddress: local,
    isMulticast: isMulticastAddress(address),
    ssrc: randomInt(2 ** 32),
  });
  await untilSending(worker, `${address}:${port}`);
  worker.on("error", ({ message }) => handlers.onLost(`AES67 to ${address}: ${message}.`));
  const session = {
    origin: local === "0.0.0.0" ? findOwnAddress() : local,
    sessionId: randomInt(1, 2 ** 31),
    name: `${send.name} ${line}`,
    address,
    port,
    ttl,
    payloadType: L24_PAYLOAD_TYPE,
  };
  const stopAnnouncing = send.announce
    ? announceStream(session, { localAddress: local, clock })
    : () => undefined;
  const close = once(() => {
    ring.close();
    stopAnnouncing();
  });
  return { ring, close };
}

function untilSending(worker: Worker, to: string): Promise<void> {
  return new Promise((resolve, reject) => {
    function refuse(error: Error): void {
      reject(new DeviceError(`AES67 cannot send to ${to}: ${error.message}.`, { cause: error }));
    }
    worker.once("error", refuse);
    worker.once("message", () => {
      worker.off("error", refuse);
      resolve();
    });
  });
}

function findOwnAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const own = all.find(({ family, internal }) => family === "IPv4" && !internal);
  return own?.address ?? "127.0.0.1";
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) {
      isDone = true;
      run();
    }
  };
}

/**
 * Starts the worker's bundle, which is beside this bundle. When this file runs as a source, the
 * worker registers tsx and then imports its own source.
 */
function startPacketThread(workerData: unknown): Worker {
  const options: WorkerOptions = { name: "aes67", workerData };
  if (!import.meta.url.endsWith(".ts")) {
    return new Worker(new URL("./aes67-packet-worker.js", import.meta.url), options);
  }
  const home = pathToFileURL(createRequire(import.meta.url).resolve("tsx/package.json"));
  const tsx = new URL("./dist/esm/api/index.mjs", home).href;
  const file = new URL("./packet-worker.ts", import.meta.url).href;
  const code = `import(${JSON.stringify(tsx)})
    .then(({ register }) => { register(); return import(${JSON.stringify(file)}); })`;
  return new Worker(code, { ...options, eval: true, execArgv: [] });
}
