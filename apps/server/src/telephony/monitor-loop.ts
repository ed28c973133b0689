import type { FastifyInstance } from "fastify";

import type { Config } from "../config/config.ts";
import { TelephonyMonitor, type TelephonyMonitorDeps } from "./telephony-monitor.ts";

export interface MonitorLoop {
  monitor: TelephonyMonitor;
  start(): void;
  close(): Promise<void>;
}

export interface MonitorLoopDeps extends Omit<
  TelephonyMonitorDeps,
  "checkIntervalMs" | "restartsWhenRefused" | "keepsCalls"
> {
  config: Pick<Config, "telephony">;
}

const TICK_MS = 1_000;
/** Our own exchange is checked at every tick, a remote service less often. */
const REMOTE_CHECK_MS = 5_000;

/**
 * The loop starts when the server listens, because before that the service cannot reach the server.
 */
export function openMonitorLoop(
  app: FastifyInstance,
  { config, ...deps }: MonitorLoopDeps,
): MonitorLoop {
  const restartsWhenRefused = config.telephony.kind === "exchange";
  const { keepsCalls } = config.telephony;
  const checkIntervalMs = restartsWhenRefused ? 0 : REMOTE_CHECK_MS;
  const loop = createLoop(
    new TelephonyMonitor({ ...deps, checkIntervalMs, restartsWhenRefused, keepsCalls }),
  );
  app.addHook("onListen", async () => loop.start());
  return loop;
}

function createLoop(monitor: TelephonyMonitor): MonitorLoop {
  let timer: NodeJS.Timeout | undefined;
  return {
    monitor,
    start: () => {
      timer ??= setInterval(() => void monitor.tick(), TICK_MS);
      void monitor.tick();
    },
    close: async () => {
      clearInterval(timer);
      await monitor.close();
    },
  };
}
