import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { type Native, openLibrary } from "../open-library.ts";
import { DeviceError } from "../sound-device.ts";

const FILE = "linedesk-jack.so";

const PROTOTYPES = {
  open: "void *jack_line_open(str, str, int, int, _Out_ int *, _Out_ uint8_t *, int)",
  connect: "int jack_line_connect(void *, str, int, int)",
  level: "int jack_line_level(void *)",
  write: "int jack_line_write(void *, float *, int)",
  read: "int jack_line_read(void *, _Out_ float *, int)",
  isConnected: "int jack_line_is_connected(void *)",
  latency: "int jack_line_latency(void *)",
  xruns: "int jack_line_xruns(void *)",
  isLost: "int jack_line_is_lost(void *)",
  close: "void jack_line_close(void *)",
  listPorts: "int jack_list_ports(str, int, _Out_ uint8_t *, int)",
} as const;

export type JackLibrary = Record<keyof typeof PROTOTYPES, Native>;

/**
 * The library is beside the bundle; when the program runs from sources, the library is in `dist`.
 */
const CANDIDATES = [`./${FILE}`, `../../../../../dist/${FILE}`];

/**
 * Opens our own small JACK client. Throws DeviceError if it was not built, or if JACK itself is not
 * installed.
 */
export function openJackLibrary(): JackLibrary {
  const files = CANDIDATES.map((name) => fileURLToPath(new URL(name, import.meta.url)));
  const file = files.find((one) => existsSync(one));
  if (file === undefined) {
    throw new DeviceError(
      "JACK support is not built. Run apt-get install -y gcc libc6-dev libjack-jackd2-dev, then npm run build.",
    );
  }
  try {
    return openLibrary(file, PROTOTYPES);
  } catch (error) {
    throw new DeviceError(
      `JACK support cannot be loaded. Run apt-get install -y libjack-jackd2-0 (${String(error)}).`,
      { cause: error },
    );
  }
}

const MAX_BYTES = 262_144;

export function listJack(server: string | null): { outputs: string[]; inputs: string[] } {
  const library = openJackLibrary();
  function list(isOutput: boolean): string[] {
    const text = Buffer.alloc(MAX_BYTES);
    const length = Number(library.listPorts(server, Number(isOutput), text, MAX_BYTES));
    if (length < 0) {
      throw new DeviceError(`The JACK server ${server ?? "default"} does not answer.`);
    }
    const ports = text.toString("utf8", 0, length).split("\n").filter(Boolean);
    return [...new Set(ports.map((port) => port.slice(0, port.lastIndexOf(":"))))];
  }
  return { outputs: list(true), inputs: list(false) };
}
