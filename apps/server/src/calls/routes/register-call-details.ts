import {
  flagCaller as flagEndpoint,
  isBan,
  nameCaller,
  numberCaller,
  placeCaller,
  saveCallerContact,
  setCallPerson as personEndpoint,
} from "@linedesk/contract";
import { addContact } from "../../contacts/contacts.ts";
import { readScope, requireNotHidden } from "../../contacts/read-scope.ts";
import type { ApiCall } from "../../platform/http/api-call.ts";
import type { Api } from "../../platform/http/api.ts";
import { ApiError } from "../../platform/http/errors.ts";
import { displayNumber } from "../../platform/to-e164.ts";
import { requireFlag } from "../../stations/flags/change-flag.ts";
import type { CallDeps } from "../change-call.ts";
import { type CallerEdit, editCaller, flagCaller } from "../edit-caller.ts";
import { giveNumber } from "../give-number.ts";
import { presentCall } from "../present-call.ts";
import { setCallPerson } from "../set-call-person.ts";
import { requireCall } from "./require-call.ts";

export function registerCallDetails(api: Api, deps: CallDeps): void {
  async function edit<E extends typeof nameCaller | typeof placeCaller>(
    request: ApiCall<E>,
    { call: id, seen, ...known }: { call: string; seen?: string | undefined } & CallerEdit["known"],
  ) {
    await requireCall(request, { deps, id }, "screen");
    const by = request.user.name;
    const call = await editCaller(deps, { call: id, known, seen, by, actor: request.actor });
    return { call: presentCall(call) };
  }
  api.serve(nameCaller, (request) => edit(request, request.body));
  api.serve(placeCaller, (request) => edit(request, request.body));
  api.serve(numberCaller, async (request) => {
    const { call: id, number } = request.body;
    await requireCall(request, { deps, id }, "screen");
    const call = await giveNumber(deps, { call: id, number, actor: request.actor });
    return { call: presentCall(call) };
  });
  api.serve(personEndpoint, async (request) => {
    const { call: id, caller, name } = request.body;
    const named = await requireCall(request, { deps, id }, "screen");
    if (named.call.flags.some(isBan)) {
      await request.requirePermission(named.call.station, "desk");
    }
    const by = request.user.name;
    const call = await setCallPerson(deps, { call: id, caller, name, by, actor: request.actor });
    return { call: presentCall(call) };
  });
  api.serve(flagEndpoint, (request) => flag(deps, request));
  api.serve(saveCallerContact, (request) => saveContact(deps, request));
}

async function saveContact(deps: CallDeps, request: ApiCall<typeof saveCallerContact>) {
  const { body, user, actor } = request;
  const { call } = await requireCall(request, { deps, id: body.call }, "screen");
  const { caller } = call;
  const number = call.number ?? call.givenNumber;
  if (number === null) {
    throw new ApiError("number_withheld");
  }
  const scope = readScope({ ...body, station: call.station }, user.id);
  requireNotHidden(scope, (await request.findMasking()) !== null);
  if (scope.owner === "person") {
    await request.countOwnNumber();
  }
  const name = caller?.name ?? displayNumber(number);
  const details = { name, tags: [], note: caller?.location ?? "", favourite: false };
  return { contact: await addContact(deps, { scope, by: user.name, actor, number, details }) };
}

/** The permission `screen` allows a person to set flags. A ban needs `desk`. */
async function flag(deps: CallDeps, request: ApiCall<typeof flagEndpoint>) {
  const { call: id, flag: flagId, carried, reason, until, seen } = request.body;
  const { call } = await requireCall(request, { deps, id }, "screen");
  const wanted = await requireFlag(deps.db, { station: call.station, flag: flagId });
  if (isBan(wanted)) {
    await request.requirePermission(call.station, "desk");
  }
  const { actor } = request;
  const change = { call: id, flag: flagId, carried, reason, until, seen, actor };
  return { call: presentCall(await flagCaller(deps, change)) };
}
