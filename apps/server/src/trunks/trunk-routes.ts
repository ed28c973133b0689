import {
  addTrunk as addEndpoint,
  changeTrunk as changeEndpoint,
  listTrunks,
  removeTrunk as removeEndpoint,
} from "@linedesk/contract";
import { answerWhole, type Api } from "../platform/http/api.ts";
import { readTrunks, removeTrunk, saveTrunk, type TrunkDeps } from "./trunks.ts";

export function registerTrunkRoutes(api: Api, deps: TrunkDeps): void {
  api.serve(listTrunks, () => answerWhole(readTrunks(deps.db)));
  api.serve(addEndpoint, ({ params, body, actor }) =>
    saveTrunk(deps, { station: params.id, actor, id: null }, body),
  );
  api.serve(changeEndpoint, ({ params, body, actor }) =>
    saveTrunk(deps, { station: params.id, actor, id: params.trunk }, body),
  );
  api.serve(removeEndpoint, async ({ params, actor }) => ({
    id: await removeTrunk(deps, { station: params.id, actor, id: params.trunk }),
  }));
}
