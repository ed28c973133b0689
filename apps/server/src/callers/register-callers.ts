import {
  addCaller as addEndpoint,
  changeCaller,
  changeNumber,
  type Endpoint,
  flagProfile,
  isBan,
  listCallerRegister,
  listCallers,
  mergeCallers as mergeEndpoint,
  readProfile as profileEndpoint,
  splitCaller as splitEndpoint,
  undoCallerChange as undoEndpoint,
} from "@linedesk/contract";
import { readCallerProfile } from "../calls/caller-profile.ts";
import type { CallDeps } from "../calls/change-call.ts";
import {
  changeDetail,
  flagCallerUntil,
  setCallerNumber,
  type CallerEdit,
} from "../calls/change-detail.ts";
import { mergeCallers, splitCaller, undoCallerChange } from "../calls/merge-callers.ts";
import type { ApiCall } from "../platform/http/api-call.ts";
import type { Api } from "../platform/http/api.ts";
import { countNumbers } from "../platform/http/number-guesses.ts";
import { requireFlag } from "../stations/flags/change-flag.ts";
import { addCaller } from "./add-caller.ts";
import { searchCallers } from "./search-callers.ts";

interface Named {
  station: string;
  caller: string;
}

export function registerCallers(api: Api, deps: CallDeps): void {
  async function profile({ station, caller }: Named) {
    const now = new Date(deps.clock.now());
    return { profile: await readCallerProfile(deps.db, { station, caller, now }) };
  }
  api.serve(listCallers, (request) => search(deps, request));
  registerAdminList(api, deps);
  api.serve(profileEndpoint, ({ query }) => profile(query));
  api.serve(changeCaller, async ({ body, user, actor }) => {
    await changeDetail(deps, toEdit(body, { user, actor }), body);
    return profile(body);
  });
  api.serve(flagProfile, async (request) => {
    const { body } = request;
    await requireFlagRight(deps, request, body);
    const { flag, carried, reason, until, seen } = body;
    await flagCallerUntil(deps, toEdit(body, request), { flag, carried, reason, until, seen });
    return profile(body);
  });
  api.serve(mergeEndpoint, async (request) => {
    await mergeCallers(deps, toEdit(request.body, request), request.body.other);
    return profile(request.body);
  });
  api.serve(splitEndpoint, async (request) => {
    await splitCaller(deps, toEdit(request.body, request), request.body.numbers);
    return profile(request.body);
  });
  api.serve(changeNumber, async (request) => {
    await setCallerNumber(deps, toEdit(request.body, request), request.body);
    return profile(request.body);
  });
  api.serve(undoEndpoint, async (request) => {
    await undoCallerChange(deps, toEdit(request.body, request), request.body.change);
    return profile(request.body);
  });
}

function registerAdminList(api: Api, { db }: CallDeps): void {
  api.serve(listCallerRegister, async (call) => {
    await call.countGuesses(countNumbers(call.query.find ?? ""));
    const wholeNumbers = (await call.findMasking()) !== null;
    return searchCallers(db, { ...call.query, station: call.params.id, wholeNumbers });
  });
  api.serve(addEndpoint, async ({ params, body, actor }) => ({
    caller: await addCaller(db, { station: params.id, ...body, actor }),
  }));
}

/**
 * For people who see masked numbers, digits match only a full number, so that nobody finds out a
 * number digit by digit.
 */
async function search(deps: CallDeps, request: ApiCall<typeof listCallers>) {
  await request.countGuesses(countNumbers(request.query.find ?? ""));
  const wholeNumbers = (await request.findMasking()) !== null;
  return searchCallers(deps.db, { ...request.query, wholeNumbers });
}

function toEdit<E extends Endpoint>(
  { station, caller }: Named,
  { user, actor }: Pick<ApiCall<E>, "user" | "actor">,
): CallerEdit {
  return { target: { station, caller, by: user.name }, actor };
}

async function requireFlagRight<E extends Endpoint>(
  deps: CallDeps,
  request: ApiCall<E>,
  { station, flag }: { station: string; flag: string },
): Promise<void> {
  const wanted = await requireFlag(deps.db, { station, flag });
  if (isBan(wanted)) {
    await request.requirePermission(station, "desk");
  }
}
