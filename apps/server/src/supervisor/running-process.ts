import type { Heartbeat } from "./heartbeat/heartbeat.ts";

export interface RunningProcess {
  pid: number;
  /** `null` for a part of which only the end is noticed. */
  heartbeat: Heartbeat | null;
  /** Resolves with its last words when it has ended, whoever ended it. */
  ended: Promise<string>;
  /** Ends it in good order, by force after a while. */
  stop(): Promise<void>;
  /** Ends it at once and by force: it hangs. */
  kill(): void;
}
