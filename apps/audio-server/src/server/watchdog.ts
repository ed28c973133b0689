import { spawn } from "node:child_process";

import type { Clock } from "@linedesk/base";

type Environment = Readonly<Record<string, string | undefined>>;

export type Notify = (state: string) => void;

/** Node has no sockets of the kind that systemd listens on; its own program has. */
export function notifySystemd(state: string): void {
  const child = spawn("systemd-notify", [state], { stdio: "ignore" });
  // Without that program systemd restarts us, as it would a process that hangs.
  child.once("error", () => undefined);
}

/**
 * Tells systemd that the process is ready and, twice in the time that it allows, that its
 * event loop still turns: one that hangs is restarted. Outside systemd it does nothing.
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
