import type { FastifyInstance } from "fastify";

import {
  removePromotionSystem as removeEndpoint,
  setPromotionSystem as setEndpoint,
} from "@linedesk/contract";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { type ChooseDeps, chooseSystem, removeSystem } from "./choose-system.ts";

export function registerPromotionRoutes(
  app: FastifyInstance,
  deps: ChooseDeps,
  bind: BindDeps,
): void {
  bindEndpoint(
    app,
    setEndpoint,
    ({ params, body, actor }) => chooseSystem(deps, { station: params.id, actor, ...body }),
    bind,
  );
  bindEndpoint(
    app,
    removeEndpoint,
    async ({ params, actor }) => {
      await removeSystem(deps, { station: params.id, actor });
      return { removed: true };
    },
    bind,
  );
}
