import type { FastifyInstance } from "fastify";

import { healthLive, healthReady } from "@linedesk/contract";
import { bindEndpoint, type BindDeps } from "../http/bind-endpoint.ts";
import type { PartStates } from "./health.ts";

/**
 * `/api/health/live` while the process runs, `/api/health/ready` while calls can be taken.
 */
export function registerHealthRoutes(
  app: FastifyInstance,
  readParts: () => Promise<PartStates>,
  deps: BindDeps,
): void {
  bindEndpoint(app, healthLive, async () => ({ status: "live" as const }), deps);
  bindEndpoint(
    app,
    healthReady,
    async ({ reply }) => {
      const parts = await readParts();
      const isReady = Object.values(parts).every((state) => state === "up");
      if (!isReady) {
        void reply.status(503);
      }
      return { status: isReady ? ("ready" as const) : ("not_ready" as const), parts };
    },
    deps,
  );
}
