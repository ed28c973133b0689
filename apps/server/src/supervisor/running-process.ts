import type { Heartbeat } from "./heartbeat/heartbeat.ts";

export interface RunningProcess {
  pid: number;
  /** The heartbeat; `null` for a part of which only the end is watched. */
  heartbeat: Heartbeat | null;
  /** Resolves with the last output after the part has ended for any reason. */
  ended: Promise<string>;
  /** Ends the part cleanly, by default with SIGTERM, and kills it if it does not end in time. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Kills the part immediately, because it hangs. */
  kill(): void;
}
