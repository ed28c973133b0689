import type { LineState } from "../protocol/line-state.ts";

/** Pins of a port as Livewire writes them: `l` is low and active, `h` high. */
export const PORT_PINS = 5;

export type GpioCommand =
  | { type: "login" }
  | { type: "subscribe"; ports: "GPI" | "GPO" }
  | { type: "read_outputs"; port: number | null }
  | { type: "input"; port: number; pins: string }
  | { type: "version" }
  | { type: "unknown" };

/** One a line. */
export const GPIO_PORTS = 2;

/** A line of Livewire's control protocol, as routers and consoles send it. */
export function parseGpioLine(text: string): GpioCommand {
  const [verb = "", first = "", second = ""] = text.trim().split(/\s+/);
  switch (verb.toUpperCase()) {
    case "LOGIN":
      return { type: "login" };
    case "VER":
      return { type: "version" };
    case "ADD":
      return /^GP[IO]$/i.test(first)
        ? { type: "subscribe", ports: first.toUpperCase() === "GPI" ? "GPI" : "GPO" }
        : { type: "unknown" };
    case "GPO":
      return first === ""
        ? { type: "read_outputs", port: null }
        : onPort(first, (port) => ({ type: "read_outputs", port }));
    case "GPI":
      return /^[hlx]{1,5}$/i.test(second)
        ? onPort(first, (port) => ({ type: "input", port, pins: second.toLowerCase() }))
        : { type: "unknown" };
    default:
      return { type: "unknown" };
  }
}

function onPort(text: string, build: (port: number) => GpioCommand): GpioCommand {
  const port = Number(text);
  return Number.isInteger(port) && port >= 1 && port <= GPIO_PORTS
    ? build(port)
    : { type: "unknown" };
}

/**
 * The lamps of a line: 1 it carries a call, 2 it is being connected, 3 it is muted, 4 it is free,
 * 5 its sound device or its connection is at fault.
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

/** Which contacts closed between two states of the inputs: pin 1 is start, pin 2 is stop. */
export function findClosed(before: string, after: string): ("start" | "stop")[] {
  const closed = after.split("").flatMap((pin, i) => (pin === "l" && before[i] !== "l" ? [i] : []));
  return closed.flatMap((i) => (i === 0 ? ["start" as const] : i === 1 ? ["stop" as const] : []));
}
