import { spawn } from "node:child_process";

import type { Clock } from "@linedesk/base";

type Environment = Readonly<Record<string, string | undefined>>;

export type Notify = (state: string) => void;

/**
 * Node cannot open datagram sockets in the file system, so systemd's own program sends the message.
 */
export function notifySystemd(state: string): void {
  const child = spawn("systemd-notify", [state], { stdio: "ignore" });
  // Without that program systemd restarts this process, as if it hung.
  child.once("error", () => undefined);
}

/**
 * Reports to systemd that the process is ready and, twice in the time limit, that its event loop
 * runs. systemd restarts a process that hangs. Outside systemd it does nothing.
 */
export function startWatchdog(env: Environment, clock: Clock, notify: Notify): () => void {
  if (env["NOTIFY_SOCKET"] === undefined) {
    return () => undefined;
  }
  notify("READY=1");
  const everyMs = Number(env["WATCHDOG_USEC"] ?? 0) / 2_000;
  let cancel: () => void = () => undefined;
  function beat(): void {
    notify("WATCHDOG=1");
    cancel = clock.after(everyMs, beat);
  }
  if (everyMs > 0) {
    cancel = clock.after(everyMs, beat);
  }
  return () => cancel();
}
