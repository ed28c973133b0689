import type { Heartbeat } from "./heartbeat/heartbeat.ts";

export interface RunningProcess {
  pid: number;
  /** The value is `null` for a part whose end alone is watched. */
  heartbeat: Heartbeat | null;
  /** Resolves with its last output after it has ended for any reason. */
  ended: Promise<string>;
  /** Ends it cleanly, and kills it after a while. */
  stop(): Promise<void>;
  /** Kills it at once, because it hangs. */
  kill(): void;
}
