import type { Heartbeat } from "./heartbeat/heartbeat.ts";

export interface RunningProcess {
  pid: number;
  /** The heartbeat; `null` for a part whose end alone is watched. */
  heartbeat: Heartbeat | null;
  /** Resolves with the last output after the part has ended for any reason. */
  ended: Promise<string>;
  /** Ends the part cleanly, by default with SIGTERM, and kills it if it does not end in time. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Kills the part immediately, because it hangs. */
  kill(): void;
}

/** A process that can load beside the running process of its part, and continue its work. */
export interface SuccessorProcess extends RunningProcess {
  /** Resolves when the process has loaded everything, and waits for the end of the running one. */
  loaded: Promise<void>;
  /** Resolves when the process does its work. */
  ready: Promise<void>;
  /** Lets the process open its ports and files. */
  takeOver(): void;
}
