import { healthLive, healthReady } from "@linedesk/contract";
import type { Api } from "../http/api.ts";
import type { PartStates } from "./health.ts";

/**
 * `/api/health/live` while the process runs, `/api/health/ready` while calls can be taken.
 */
export function registerHealthRoutes(api: Api, readParts: () => Promise<PartStates>): void {
  api.serve(healthLive, async () => ({ status: "live" as const }));
  api.serve(healthReady, async ({ reply }) => {
    const parts = await readParts();
    const isReady = Object.values(parts).every((state) => state === "up");
    if (!isReady) {
      void reply.status(503);
    }
    return { status: isReady ? ("ready" as const) : ("not_ready" as const), parts };
  });
}
