import {
  releaseCutOffs as releaseEndpoint,
  listCutOffs as listEndpoint,
  ringCutOffsBack as ringBackEndpoint,
} from "@linedesk/contract";
import { answerWhole, type Api } from "../../platform/http/api.ts";
import { releaseCutOffs, ringCutOffsBack } from "../actions/ring-cut-offs-back.ts";
import { listCutOffs } from "../cut-offs.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { presentCall } from "../present-call.ts";

export function registerCutOffs(api: Api, deps: DeskDeps): void {
  api.serve(listEndpoint, ({ params }) => answerWhole(listCutOffs(deps.db, params.id)));
  api.serve(ringBackEndpoint, async ({ params, body, user, actor }) => {
    const chosen = { station: params.id, calls: body.calls, seat: { user, actor } };
    return { calls: (await ringCutOffsBack(deps, chosen)).map(presentCall) };
  });
  api.serve(releaseEndpoint, ({ params, body, user, actor }) => {
    const chosen = { station: params.id, calls: body.calls, seat: { user, actor } };
    return answerWhole(releaseCutOffs(deps, { ...chosen, released: body.released }));
  });
}
