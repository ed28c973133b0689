import type { LineState } from "../protocol/line-state.ts";

/**
 * The number of pins of a port. In Livewire's notation a pin is `l`, low and active, or `h`, high.
 */
export const PORT_PINS = 5;

/** GPI ports are inputs for contacts, GPO ports are outputs for lamps. */
export type GpioPorts = "GPI" | "GPO";

export type GpioCommand =
  | { type: "login" }
  | { type: "subscribe"; ports: GpioPorts }
  | { type: "unsubscribe"; ports: GpioPorts }
  | { type: "read"; ports: GpioPorts; port: number | null }
  | { type: "input"; port: number; pins: string }
  | { type: "version" }
  | { type: "unknown" };

export const GPIO_PORTS = 2;

export function parseGpioLine(text: string): GpioCommand {
  const [verb = "", first = "", second = ""] = text.trim().split(/\s+/);
  switch (verb.toUpperCase()) {
    case "LOGIN":
      return { type: "login" };
    case "VER":
      return { type: "version" };
    case "ADD":
      return onPorts(first, (ports) => ({ type: "subscribe", ports }));
    case "DEL":
      return onPorts(first, (ports) => ({ type: "unsubscribe", ports }));
    case "GPO":
      return readPort("GPO", first);
    case "GPI":
      if (second === "") {
        return readPort("GPI", first);
      }
      return /^[hlx]{1,5}$/i.test(second)
        ? onPort(first, (port) => ({ type: "input", port, pins: second.toLowerCase() }))
        : { type: "unknown" };
    default:
      return { type: "unknown" };
  }
}

function readPort(ports: GpioPorts, text: string): GpioCommand {
  return text === ""
    ? { type: "read", ports, port: null }
    : onPort(text, (port) => ({ type: "read", ports, port }));
}

function onPorts(text: string, build: (ports: GpioPorts) => GpioCommand): GpioCommand {
  const ports = (["GPI", "GPO"] as const).find((one) => one === text.toUpperCase());
  return ports === undefined ? { type: "unknown" } : build(ports);
}

function onPort(text: string, build: (port: number) => GpioCommand): GpioCommand {
  const port = Number(text);
  return Number.isInteger(port) && port >= 1 && port <= GPIO_PORTS
    ? build(port)
    : { type: "unknown" };
}

/**
 * Formats the lamps of a line. The lamps show these facts. 1: the line carries a call. 2: a call is
 * being connected. 3: the line is muted. 4: the line is free and has no fault. 5: its sound device
 * is not open, or the audio server has not reached the station yet.
 */
export function formatOutputs(port: number, state: LineState, isFaulty: boolean): string {
  const lit = [
    state.status === "connected",
    state.status === "connecting",
    state.status !== "idle" && state.muted,
    state.status === "idle" && !isFaulty,
    isFaulty,
  ];
  return `GPO ${port} ${lit.map((one) => (one ? "l" : "h")).join("")}`;
}

/** Returns the contacts that closed between two input states: pin 1 is start, pin 2 is stop. */
export function findClosed(before: string, after: string): ("start" | "stop")[] {
  const closed = after.split("").flatMap((pin, i) => (pin === "l" && before[i] !== "l" ? [i] : []));
  return closed.flatMap((i) => (i === 0 ? ["start" as const] : i === 1 ? ["stop" as const] : []));
}
