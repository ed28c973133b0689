import { StartError } from "./start-error.ts";

/**
 * The parts that one supervisor runs: the whole station, or the parts of one of the two services of
 * an installed package. The service `server` contains the embedded database too.
 */
export const scopes = ["station", "exchange", "server"] as const;
export type Scope = (typeof scopes)[number];

/** A half of the station that one supervisor runs at a time. */
export type Half = "exchange" | "server";

export function halvesOf(scope: Scope): readonly Half[] {
  return scope === "station" ? ["server", "exchange"] : [scope];
}

/** Returns the name of the file in which this supervisor reports its parts. */
export function reportOf(scope: Scope): string {
  return scope === "exchange" ? "running-exchange.json" : "running.json";
}

/** Returns the name of the socket on which this supervisor accepts orders. */
export function orderSocketOf(scope: Scope): string {
  return scope === "exchange" ? "supervisor-exchange.sock" : "supervisor.sock";
}

/**
 * Reads `--part exchange` or `--part server` of a command line. Throws `StartError` for any other
 * part.
 */
export function readScope(args: readonly string[]): Scope {
  const at = args.indexOf("--part");
  if (at === -1) {
    return "station";
  }
  const scope = scopes.find((one) => one === args[at + 1]);
  if (scope === undefined) {
    throw new StartError("--part must be followed by exchange or server.");
  }
  return scope;
}
