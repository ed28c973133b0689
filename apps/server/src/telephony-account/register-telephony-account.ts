import {
  chooseAccount as chooseEndpoint,
  leaveAccount as leaveEndpoint,
  surveyAccount as surveyEndpoint,
} from "@linedesk/contract";
import type { Api } from "../platform/http/api.ts";
import { type AccountDeps, chooseAccount, leaveAccount, surveyAccount } from "./choose-account.ts";

export function registerTelephonyAccount(api: Api, deps: AccountDeps): void {
  api.serve(surveyEndpoint, ({ body }) => surveyAccount(deps, body));
  api.serve(chooseEndpoint, async ({ params, body, actor }) => ({
    account: await chooseAccount(deps, { station: params.id, actor, ...body }),
  }));
  api.serve(leaveEndpoint, async ({ params, actor }) => ({
    account: await leaveAccount(deps, { station: params.id, actor }),
  }));
}
