import type { LineState } from "../protocol/line-state.ts";
import { GPIO_PORTS } from "./gpio-command.ts";

const PROPERTIES = ["name", "state", "callstate", "muted", "fault"] as const;
type Property = (typeof PROPERTIES)[number];

export type LwcpCommand =
  | { type: "get"; ports: number[]; properties: Property[] }
  | { type: "subscribe"; ports: number[]; properties: Property[] }
  | { type: "unsubscribe"; ports: number[] }
  | { type: "next"; ports: number[] }
  | { type: "drop"; ports: number[] }
  | { type: "bad_object" }
  | { type: "bad_property" };

const VERBS = ["GET", "SUB", "UNSUB", "NEXT", "TAKE", "DROP"] as const;
type Verb = (typeof VERBS)[number];

const ALL_PORTS = Array.from({ length: GPIO_PORTS }, (_, i) => i + 1);

/** Parses `GET studio.line#1 state, callstate`. Returns `null` for an unknown verb. */
export function parseLwcpLine(text: string): LwcpCommand | null {
  const [word = "", object = "", ...rest] = text.trim().split(/[\s,]+/);
  const verb = VERBS.find((one) => one === word.toUpperCase());
  if (verb === undefined) {
    return null;
  }
  const ports = findPorts(object);
  return ports === null ? { type: "bad_object" } : buildCommand(verb, ports, rest);
}

function buildCommand(verb: Verb, ports: number[], rest: readonly string[]): LwcpCommand {
  switch (verb) {
    case "GET":
    case "SUB": {
      const properties = findProperties(rest);
      if (properties === null) {
        return { type: "bad_property" };
      }
      return verb === "GET"
        ? { type: "get", ports, properties }
        : { type: "subscribe", ports, properties };
    }
    case "UNSUB":
      return { type: "unsubscribe", ports };
    case "NEXT":
    case "TAKE":
      return onOneLine(ports, { type: "next", ports });
    case "DROP":
      return onOneLine(ports, { type: "drop", ports });
  }
}

/** A command that acts must name one line, so that a typing error cannot end both calls. */
function onOneLine(ports: readonly number[], command: LwcpCommand): LwcpCommand {
  return ports.length === 1 ? command : { type: "bad_object" };
}

function findProperties(names: readonly string[]): Property[] | null {
  const found = names.map((given) => PROPERTIES.find((one) => one === given.toLowerCase()));
  const properties = found.filter((one) => one !== undefined);
  if (properties.length < found.length) {
    return null;
  }
  return properties.length === 0 ? [...PROPERTIES] : properties;
}

function findPorts(object: string): number[] | null {
  const found = /^studio(?:\.line#(?<number>\d))?$/i.exec(object);
  if (found === null) {
    return null;
  }
  const number = found.groups?.["number"];
  const ports = ALL_PORTS.filter((port) => number === undefined || port === Number(number));
  return ports.length === 0 ? null : ports;
}

/**
 * Formats a line such as `INDI studio.line#1 state=ON_AIR`. An INDI answers a request; an EVENT has
 * the same form and reports a change without a request.
 */
export function formatLwcpLine(
  verb: "INDI" | "EVENT",
  { port, state, isFaulty }: { port: number; state: LineState; isFaulty: boolean },
  properties: readonly Property[] = PROPERTIES,
): string {
  const isMuted = state.status !== "idle" && state.muted;
  const values: Record<Property, string> = {
    name: `"Line ${port}"`,
    state: STATES[state.status],
    callstate: CALL_STATES[state.status],
    muted: isMuted ? "TRUE" : "FALSE",
    fault: isFaulty ? "TRUE" : "FALSE",
  };
  const list = properties.map((one) => `${one}=${values[one]}`).join(", ");
  return `${verb} studio.line#${port} ${list}`;
}

/** A line of an audio server feeds the desk's fader, so a connected line is on air. */
const STATES = { idle: "IDLE", connecting: "SEIZED", connected: "ON_AIR" } as const;
const CALL_STATES = { idle: "IDLE", connecting: "ACCEPTING", connected: "ESTABLISHED" } as const;
