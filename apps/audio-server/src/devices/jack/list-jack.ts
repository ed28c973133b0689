import { DeviceError } from "../sound-device.ts";
import { openJackLibrary } from "./jack-library.ts";

const MAX_BYTES = 262_144;

interface JackNames {
  outputs: string[];
  inputs: string[];
}

export function listJack(server: string | null): JackNames {
  const library = openJackLibrary();
  function list(isOutput: boolean): string[] {
    const text = Buffer.alloc(MAX_BYTES);
    const length = Number(library.listPorts(server, Number(isOutput), text, MAX_BYTES));
    if (length < 0) {
      throw new DeviceError(`No JACK server answers as ${server ?? "default"}.`);
    }
    const ports = text.toString("utf8", 0, length).split("\n").filter(Boolean);
    return [...new Set(ports.map((port) => port.slice(0, port.lastIndexOf(":"))))];
  }
  return { outputs: list(true), inputs: list(false) };
}
