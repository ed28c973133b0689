import {
  callBack,
  checkDial,
  type EndpointAnswer,
  extendDial as extendDialEndpoint,
  outboundConference,
} from "@linedesk/contract";
import { findLastCaller } from "../../callers/callers.ts";
import { describeRefusal } from "../../errors/describe-refusal.ts";
import type { ApiCall } from "../../platform/http/api-call.ts";
import type { Api } from "../../platform/http/api.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { displayNumber } from "../../platform/to-e164.ts";
import { findCallerId, readMaxDialS } from "../../stations/caller-id.ts";
import { callBackLater } from "../actions/call-back-later.ts";
import { dialIntoConference, extendDial } from "../actions/dial-into-conference.ts";
import { placeOutboundCall } from "../actions/place-outbound-call.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { checkDialled } from "../dialling/check-dialled.ts";
import { presentCall } from "../present-call.ts";
import { mapTelephonyErrors, requireCall } from "./require-call.ts";

export function registerOutboundCalls(api: Api, deps: DeskDeps): void {
  api.serve(checkDial, (request) => check(deps, request));
  api.serve(outboundConference, (request) => dial(deps, request));
  api.serve(extendDialEndpoint, (request) => extend(deps, request));
  api.serve(callBack, (request) => handleCallBackLater(deps, request));
}

async function check(
  deps: DeskDeps,
  { params, query }: ApiCall<typeof checkDial>,
): Promise<EndpointAnswer<typeof checkDial>> {
  const callerId = await findCallerId(deps.db, params.id);
  const from =
    callerId === null
      ? null
      : {
          number: callerId.number,
          numberDisplay: callerId.numberDisplay,
          name: callerId.name,
        };
  return {
    from,
    maxDialS: callerId?.maxDialS ?? (await readMaxDialS(deps.db, params.id)),
    to: query.to === undefined ? null : await describe(deps, params.id, query.to),
  };
}

async function describe(
  deps: DeskDeps,
  station: string,
  written: string,
): Promise<EndpointAnswer<typeof checkDial>["to"]> {
  const verdict = checkDialled(written, deps.people.dialling);
  const { number, plan } = verdict;
  const hasExtension = verdict.status === "allowed" && verdict.extension !== "";
  const extension = hasExtension ? `;ext=${verdict.extension}` : "";
  const known = number === null ? null : await findLastCaller(deps.db, station, number);
  return {
    number,
    numberDisplay: number === null ? written : displayNumber(`${number}${extension}`),
    kind: plan?.kind ?? "other",
    country: plan?.country ?? null,
    name: known?.name ?? null,
    lastCallAt: known?.lastCallAt?.toISOString() ?? null,
    refused: verdict.status === "refused" ? describeRefusal(verdict.reason) : null,
  };
}

async function dial(
  deps: DeskDeps,
  request: ApiCall<typeof outboundConference>,
): Promise<EndpointAnswer<typeof outboundConference>> {
  const { station, conference, to, line, device, profile } = request.body;
  if (conference !== undefined) {
    const role = await request.requirePermission(station, "air");
    const seat = { user: request.user, role, actor: request.actor };
    const call = await mapTelephonyErrors(() =>
      dialIntoConference(deps, { station, conference, to, seat, profile }),
    );
    return { call: presentCall(call), claim: null };
  }
  if (line === undefined) {
    throw new ApiError("line_needed", { fields: { line: "is_needed" } });
  }
  const role = await request.requirePermission(station, "dial");
  const seat = { user: request.user, role, actor: request.actor };
  const placed = await mapTelephonyErrors(() =>
    placeOutboundCall(deps, { station, to, line, device, seat, profile }),
  );
  return { call: presentCall(placed.call), claim: placed.claim };
}

async function extend(
  deps: DeskDeps,
  request: ApiCall<typeof extendDialEndpoint>,
): Promise<EndpointAnswer<typeof extendDialEndpoint>> {
  const { call, seat } = await requireCall(request, { deps, id: request.params.call }, "desk");
  return { call: presentCall(await mapTelephonyErrors(() => extendDial(deps, { call, seat }))) };
}

async function handleCallBackLater(
  deps: DeskDeps,
  request: ApiCall<typeof callBack>,
): Promise<EndpointAnswer<typeof callBack>> {
  const { call, seat } = await requireCall(request, { deps, id: request.body.call }, "dial");
  const waiting = { call, actor: seat.actor, asks: "desk" } as const;
  return { call: presentCall(await callBackLater(deps, waiting)) };
}
