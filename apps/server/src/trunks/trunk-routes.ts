import type { FastifyInstance } from "fastify";

import {
  addTrunk as addEndpoint,
  changeTrunk as changeEndpoint,
  listTrunks,
  removeTrunk as removeEndpoint,
} from "@linedesk/contract";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { readTrunks, removeTrunk, saveTrunk, type TrunkDeps } from "./trunks.ts";

export function registerTrunkRoutes(app: FastifyInstance, deps: TrunkDeps, bind: BindDeps): void {
  bindEndpoint(
    app,
    listTrunks,
    async () => ({ items: await readTrunks(deps.db), nextCursor: null }),
    bind,
  );
  bindEndpoint(
    app,
    addEndpoint,
    ({ params, body, actor }) => saveTrunk(deps, { station: params.id, actor, id: null }, body),
    bind,
  );
  bindEndpoint(
    app,
    changeEndpoint,
    ({ params, body, actor }) =>
      saveTrunk(deps, { station: params.id, actor, id: params.trunk }, body),
    bind,
  );
  bindEndpoint(
    app,
    removeEndpoint,
    async ({ params, actor }) => ({
      id: await removeTrunk(deps, { station: params.id, actor, id: params.trunk }),
    }),
    bind,
  );
}
