import { backgroundClock } from "@linedesk/base";
import type { HangAllowances } from "./hangs/hang-allowances.ts";
import { describeHang, formatDiskWait, formatHang } from "./hangs/hang-report.ts";
import { HangWatch } from "./hangs/hang-watch.ts";
import { readThread, type Progress } from "./hangs/read-thread.ts";
import type { PartLog } from "./part-log.ts";
import type { RunningProcess } from "./running-process.ts";

export interface WatchPartOptions {
  name: string;
  running: RunningProcess;
  log: Pick<PartLog, "writeEntry">;
  print: (text: string) => void;
  allowances: HangAllowances;
  readProgress: () => Progress;
  mayEnd: () => boolean;
  /** Is called when the part hangs. The part's log has this reason and the stack. */
  onHung: (reason: string) => void;
}

/** Watches a part that has a heartbeat, and logs the reason of a hang before it is ended. */
export function watchPart(options: WatchPartOptions): { isSuspect: boolean; close(): void } {
  const { name, log, running, print } = options;
  const { heartbeat, pid } = running;
  if (heartbeat === null) {
    return { isSuspect: false, close: () => undefined };
  }
  return new HangWatch({
    heartbeat,
    readThread: (thread) => readThread(pid, thread ?? pid),
    readProgress: options.readProgress,
    allowances: options.allowances,
    mayEnd: options.mayEnd,
    clock: backgroundClock,
    onDisk() {
      log.writeEntry(formatDiskWait(name));
      print(`The ${name} waits for the disk, and a restart would not help.`);
    },
    onHung(report) {
      log.writeEntry(formatHang(report, name));
      options.onHung(describeHang(report, name));
    },
  });
}
