import type { FastifyInstance } from "fastify";

import { eraseCaller as eraseEndpoint, listErasures } from "@linedesk/contract";
import { mapTelephonyErrors } from "../calls/routes/telephony-errors.ts";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { eraseCaller, type ErasureDeps, readErasures } from "./erase-caller.ts";

export function registerErasureRoutes(
  app: FastifyInstance,
  deps: ErasureDeps,
  bind: BindDeps,
): void {
  bindEndpoint(
    app,
    listErasures,
    async ({ params }) => ({ items: await readErasures(deps.db, params.id), nextCursor: null }),
    bind,
  );
  bindEndpoint(
    app,
    eraseEndpoint,
    async ({ params: { id: station, caller }, body: { reason, dryRun }, actor }) => ({
      proof: await mapTelephonyErrors(() =>
        eraseCaller(deps, { station, caller, reason, dryRun, actor }),
      ),
    }),
    bind,
  );
}
