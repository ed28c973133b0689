import {
  removePromotionSystem as removeEndpoint,
  setPromotionSystem as setEndpoint,
} from "@linedesk/contract";
import type { Api } from "../platform/http/api.ts";
import { type ChooseDeps, chooseSystem, removeSystem } from "./choose-system.ts";

export function registerPromotionRoutes(api: Api, deps: ChooseDeps): void {
  api.serve(setEndpoint, ({ params, body, actor }) =>
    chooseSystem(deps, { station: params.id, actor, ...body }),
  );
  api.serve(removeEndpoint, async ({ params, actor }) => {
    await removeSystem(deps, { station: params.id, actor });
    return { removed: true };
  });
}
