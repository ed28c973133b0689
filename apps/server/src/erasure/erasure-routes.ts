import { eraseCaller as eraseEndpoint, listErasures } from "@linedesk/contract";
import { mapTelephonyErrors } from "../calls/routes/telephony-errors.ts";
import type { Api } from "../platform/http/api.ts";
import { eraseCaller, type ErasureDeps, readErasures } from "./erase-caller.ts";

export function registerErasureRoutes(api: Api, deps: ErasureDeps): void {
  api.serve(listErasures, async ({ params }) => ({
    items: await readErasures(deps.db, params.id),
    nextCursor: null,
  }));
  api.serve(
    eraseEndpoint,
    async ({ params: { id: station, caller }, body: { reason, dryRun }, actor }) => ({
      proof: await mapTelephonyErrors(() =>
        eraseCaller(deps, { station, caller, reason, dryRun, actor }),
      ),
    }),
  );
}
