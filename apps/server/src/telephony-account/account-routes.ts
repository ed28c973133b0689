import type { FastifyInstance } from "fastify";

import {
  chooseAccount as chooseEndpoint,
  leaveAccount as leaveEndpoint,
  surveyAccount as surveyEndpoint,
} from "@linedesk/contract";
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
import { type AccountDeps, chooseAccount, leaveAccount, surveyAccount } from "./choose-account.ts";

export function registerAccountRoutes(
  app: FastifyInstance,
  deps: AccountDeps,
  bind: BindDeps,
): void {
  bindEndpoint(app, surveyEndpoint, ({ body }) => surveyAccount(deps, body), bind);
  bindEndpoint(
    app,
    chooseEndpoint,
    async ({ params, body, actor }) => ({
      account: await chooseAccount(deps, { station: params.id, actor, ...body }),
    }),
    bind,
  );
  bindEndpoint(
    app,
    leaveEndpoint,
    async ({ params, actor }) => ({
      account: await leaveAccount(deps, { station: params.id, actor }),
    }),
    bind,
  );
}
