import type { FastifyInstance } from "fastify";

import type { Db } from "../platform/db/database.ts";
import type { InstanceRegistry } from "../platform/instances/instance-registry.ts";
import { LeaderLease } from "../platform/instances/leader-lease.ts";
import { TelephonyLead } from "./telephony-lead.ts";
import { TelephonyMonitor, type TelephonyMonitorDeps } from "./telephony-monitor.ts";
import type { TelephonyService } from "./telephony-service.ts";
import { telephonyLease } from "./telephony-store.ts";

/** The monitors of all telephony services. */
export interface MonitorLoop {
  monitors: readonly TelephonyMonitor[];
  /** The monitor of the first service. */
  monitor: TelephonyMonitor;
  start(): void;
  close(): Promise<void>;
}

/** The parts that one service has of its own. */
export interface ServiceParts extends Pick<
  TelephonyMonitorDeps,
  "provisioner" | "duties" | "chooseReconcileInterval"
> {
  at: TelephonyService;
}

export interface MonitorLoopDeps extends Pick<TelephonyMonitorDeps, "db" | "clock" | "log"> {
  /** The services in order of preference. */
  services: readonly ServiceParts[];
  /** Renews the lease of the server that leads. */
  instanceDb: Db;
  instances: Pick<InstanceRegistry, "id" | "others" | "noteTelephony" | "onDead">;
}

const TICK_MS = 1_000;
const SWEEP_LEASE = "sweeps";
/** Our own exchange is checked at every tick, a remote service less often. */
const REMOTE_CHECK_MS = 5_000;

/**
 * The loop starts when the server listens, because before that the services cannot reach the
 * server. Each service has its own monitor, so that a service that does not answer delays no other.
 */
export function openMonitorLoop(app: FastifyInstance, deps: MonitorLoopDeps): MonitorLoop {
  const monitors = deps.services.map((own, at) => createMonitor(deps, own, at === 0));
  const [first] = monitors;
  if (first === undefined) {
    throw new Error("The list of telephony services is empty.");
  }
  const offDead = deps.instances.onDead(() => monitors.forEach((one) => one.reconcileSoon()));
  const loop = createLoop(monitors, first, offDead);
  app.addHook("onListen", async () => loop.start());
  return loop;
}

function createMonitor(
  { services, instanceDb, instances, ...deps }: MonitorLoopDeps,
  own: ServiceParts,
  isFirst: boolean,
): TelephonyMonitor {
  const { service, config } = own.at;
  const isEndedWhenRefused = config.kind === "exchange";
  const name = telephonyLease(service);
  const held = { db: instanceDb, instanceId: instances.id };
  const lease = new LeaderLease({ ...held, name });
  return new TelephonyMonitor({
    ...deps,
    ...own,
    services: services.map(({ at }) => at.service),
    sweepLease: isFirst ? new LeaderLease({ ...held, name: SWEEP_LEASE }) : null,
    lead: new TelephonyLead({ service, lease, instances, log: deps.log }),
    checkIntervalMs: isEndedWhenRefused ? 0 : REMOTE_CHECK_MS,
    isEndedWhenRefused,
    keepsCalls: config.keepsCalls,
  });
}

function createLoop(
  monitors: readonly TelephonyMonitor[],
  monitor: TelephonyMonitor,
  offDead: () => void,
): MonitorLoop {
  let timer: NodeJS.Timeout | undefined;
  function tick(): void {
    for (const one of monitors) {
      void one.tick();
    }
  }
  return {
    monitors,
    monitor,
    start: () => {
      timer ??= setInterval(tick, TICK_MS);
      tick();
    },
    close: async () => {
      clearInterval(timer);
      offDead();
      await Promise.all(monitors.map((one) => one.close()));
    },
  };
}
