import { eraseCaller as eraseEndpoint, listErasures } from "@linedesk/contract";
import { mapTelephonyErrors } from "../calls/routes/require-call.ts";
import { answerWhole, type Api } from "../platform/http/api.ts";
import { eraseCaller, type ErasureDeps, readErasures } from "./erase-caller.ts";

export function registerErasure(api: Api, deps: ErasureDeps): void {
  api.serve(listErasures, ({ params }) => answerWhole(readErasures(deps.db, params.id)));
  api.serve(
    eraseEndpoint,
    async ({ params: { id: station, caller }, body: { reason, dryRun }, actor }) => ({
      proof: await mapTelephonyErrors(() =>
        eraseCaller(deps, { station, caller, reason, dryRun, actor }),
      ),
    }),
  );
}
