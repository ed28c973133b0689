/**
 * The result of a command. If the answer was lost, the result is `unknown`, and the command can
 * still take effect later.
 */
export type Outcome = "acknowledged" | "refused" | "unknown";

/**
 * A command of a console to one call; the value of a claim is its id, and that of an end `true`.
 */
export interface Command {
  call: string;
  field: "point" | "pin" | "claim" | "end";
  value: string;
  outcome: Outcome;
}

export interface Caller {
  number: string;
  isConnected: boolean;
  hasHungUp: boolean;
}

export interface CallRow {
  id: string;
  number: string;
  sid: string | null;
  isOpen: boolean;
  description: string;
  isPinned: boolean;
}

/** A time in which one person had a call: a leg in its room, or an unused claim. */
export interface Ownership {
  call: string;
  user: string;
  fromMs: number;
  /** Infinity when it continues. */
  untilMs: number;
}

/** The history of one console. */
export interface ConsoleHistory {
  name: string;
  /** The faults in what the console received and applied. */
  faults: readonly string[];
  /** Each applied event, such as `call.changed` and its call, by its seq. */
  events: ReadonlyMap<number, string>;
  /** The text with which the console shows each call. */
  picture: ReadonlyMap<string, string>;
}

/** Contains everything that happened in a run, and the state of all parts after it. */
export interface History {
  /** The inbound callers, each with a number of its own. */
  callers: readonly Caller[];
  calls: readonly CallRow[];
  /** The legs that are connected according to the database, and those of the exchange. */
  knownSids: readonly string[];
  exchangeSids: readonly string[];
  legs: readonly Ownership[];
  claims: readonly (Ownership & { id: string })[];
  /** The seqs of the stored events of each station, in order. */
  stored: readonly { station: string; seq: number }[];
  consoles: readonly ConsoleHistory[];
  commands: readonly Command[];
}
