import type { FastifyInstance } from "fastify";

import type { Config } from "../config/config.ts";
import type { Db } from "../platform/db/database.ts";
import type { InstanceRegistry } from "../platform/instances/instance-registry.ts";
import { LeaderLease } from "../platform/instances/leader-lease.ts";
import { TelephonyLead } from "./telephony-lead.ts";
import { TelephonyMonitor, type TelephonyMonitorDeps } from "./telephony-monitor.ts";
import { TELEPHONY_LEASE } from "./telephony-store.ts";

export interface MonitorLoop {
  monitor: TelephonyMonitor;
  start(): void;
  close(): Promise<void>;
}

export interface MonitorLoopDeps extends Omit<
  TelephonyMonitorDeps,
  "checkIntervalMs" | "restartsWhenRefused" | "keepsCalls" | "lead"
> {
  config: Pick<Config, "telephony">;
  /** Renews the lease of the server that leads. */
  instanceDb: Db;
  instances: Pick<InstanceRegistry, "id" | "others" | "noteTelephony" | "onDead">;
}

const TICK_MS = 1_000;
/** Our own exchange is checked at every tick, a remote service less often. */
const REMOTE_CHECK_MS = 5_000;

/**
 * The loop starts when the server listens, because before that the service cannot reach the server.
 */
export function openMonitorLoop(
  app: FastifyInstance,
  { config, instanceDb, instances, ...deps }: MonitorLoopDeps,
): MonitorLoop {
  const restartsWhenRefused = config.telephony.kind === "exchange";
  const { keepsCalls } = config.telephony;
  const checkIntervalMs = restartsWhenRefused ? 0 : REMOTE_CHECK_MS;
  const lease = new LeaderLease({
    db: instanceDb,
    instanceId: instances.id,
    name: TELEPHONY_LEASE,
  });
  const lead = new TelephonyLead({ lease, instances, log: deps.log });
  const monitor = new TelephonyMonitor({
    ...deps,
    lead,
    checkIntervalMs,
    restartsWhenRefused,
    keepsCalls,
  });
  const loop = createLoop(
    monitor,
    instances.onDead(() => monitor.reconcileSoon()),
  );
  app.addHook("onListen", async () => loop.start());
  return loop;
}

function createLoop(monitor: TelephonyMonitor, offDead: () => void): MonitorLoop {
  let timer: NodeJS.Timeout | undefined;
  return {
    monitor,
    start: () => {
      timer ??= setInterval(() => void monitor.tick(), TICK_MS);
      void monitor.tick();
    },
    close: async () => {
      clearInterval(timer);
      offDead();
      await monitor.close();
    },
  };
}
