import { Socket } from "node:net";

import type { Clock } from "@linedesk/base";
import type { DeviceOptions } from "../../config/config-shape.ts";
import { BLOCK_FRAMES } from "../../sound/block.ts";
import { DeviceError, type DeviceHandlers, type OpenDevice } from "../sound-device.ts";
import { type JackLibrary, openJackLibrary } from "./jack-library.ts";

type JackOptions = Extract<DeviceOptions, { type: "jack" }>;

const ERROR_BYTES = 200;
const PORTS = { mono: [0, 1], left: [0], right: [1] } as const;

const CHECK_EVERY_MS = 500;

export function openJack(options: JackOptions, line: string, clock: Clock): OpenDevice {
  return async (handlers) => {
    const library = openJackLibrary();
    const client = openClient(library, options, line);
    try {
      connectPorts(library, client.handle, options);
    } catch (error) {
      client.socket.destroy();
      library.close(client.handle);
      throw error;
    }
    return runClient(library, client, { options, handlers, clock });
  };
}

interface JackClient {
  handle: unknown;
  socket: Socket;
}

function openClient(library: JackLibrary, options: JackOptions, line: string): JackClient {
  const { server, output, input } = options;
  const wakeFd = [0];
  const error = Buffer.alloc(ERROR_BYTES);
  const handle = library.open(
    `linedesk-${line}`,
    server,
    Number(output !== null),
    Number(input !== null),
    wakeFd,
    error,
    ERROR_BYTES,
  );
  if (handle === null) {
    const reason = error.toString("utf8", 0, error.indexOf(0));
    throw new DeviceError(`JACK ${server ?? "default"}: ${reason}.`);
  }
  return { handle, socket: new Socket({ fd: wakeFd[0] ?? -1, readable: true, writable: false }) };
}

function connectPorts(library: JackLibrary, handle: unknown, options: JackOptions): void {
  const { output, input, side } = options;
  const [first] = PORTS[side];
  if (output !== null) {
    const done = PORTS[side].map((port) => library.connect(handle, output, 1, port));
    // `mono` accepts a card without a second channel.
    if (done[0] !== 0) {
      throw new DeviceError(`JACK has no port ${first + 1} of "${output}" to play to.`);
    }
  }
  if (input !== null && library.connect(handle, input, 0, first) !== 0) {
    throw new DeviceError(`JACK has no port ${first + 1} of "${input}" to record from.`);
  }
}

function runClient(
  library: JackLibrary,
  { handle, socket }: JackClient,
  { options, handlers, clock }: { options: JackOptions; handlers: DeviceHandlers; clock: Clock },
) {
  const names = [...new Set([options.output, options.input])].filter((name) => name !== null);
  const block = new Float32Array(BLOCK_FRAMES);
  let isClosed = false;
  socket.on("data", () => {
    if (isClosed) {
      return;
    }
    if (library.isLost(handle) !== 0) {
      handlers.onLost("The JACK server is gone.");
      return;
    }
    drain();
  });
  socket.on("error", () => handlers.onLost("The JACK client's pipe failed."));
  function checkConnection(): void {
    if (library.isConnected(handle) === 0) {
      handlers.onLost(`JACK ${names.join(", ")} is gone.`);
    } else {
      cancelCheck = clock.after(CHECK_EVERY_MS, checkConnection);
    }
  }
  let cancelCheck = clock.after(CHECK_EVERY_MS, checkConnection);
  function read(): number {
    return isClosed ? 0 : Number(library.read(handle, block, BLOCK_FRAMES));
  }
  function drain(): void {
    for (let frames = read(); frames > 0; frames = read()) {
      handlers.onInput(block.slice(0, frames));
    }
  }
  return {
    description: `JACK ${names.join(", ")}, ${options.side}`,
    levelFrames: () => (isClosed ? 0 : Number(library.level(handle))),
    write(samples: Float32Array) {
      if (!isClosed) {
        library.write(handle, samples, samples.length);
      }
    },
    drain,
    latencyFrames: () => (isClosed ? 0 : Number(library.latency(handle))),
    xruns: () => (isClosed ? 0 : Number(library.xruns(handle))),
    close() {
      if (isClosed) {
        return;
      }
      isClosed = true;
      cancelCheck();
      socket.destroy();
      library.close(handle);
    },
  };
}
