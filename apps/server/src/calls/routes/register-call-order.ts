import { pinCall as pinEndpoint, placeCall as placeEndpoint } from "@linedesk/contract";
import type { Api } from "../../platform/http/api.ts";
import { pinCall, placeCall } from "../actions/place-call.ts";
import type { CallDeps } from "../change-call.ts";
import { presentCall } from "../present-call.ts";
import { requireCall } from "./require-call.ts";

export function registerCallOrder(api: Api, deps: CallDeps): void {
  api.serve(placeEndpoint, async (request) => {
    const { call: id, position } = request.body;
    const { call } = await requireCall(request, { deps, id }, "screen");
    const placed = await placeCall(deps, { call, position, actor: request.actor });
    return { call: presentCall(placed) };
  });
  api.serve(pinEndpoint, async (request) => {
    const { call: id, pinned } = request.body;
    const { call } = await requireCall(request, { deps, id }, "screen");
    return {
      call: presentCall(await pinCall(deps, { call, pinned, actor: request.actor })),
    };
  });
}
