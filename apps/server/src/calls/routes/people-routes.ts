import {
  changeCaller,
  changeNumber,
  type Endpoint,
  exportHistory,
  flagProfile,
  isBan,
  listCallers,
  mergeCallers as mergeEndpoint,
  readProfile as profileEndpoint,
  splitCaller as splitEndpoint,
  undoCallerChange as undoEndpoint,
} from "@linedesk/contract";
import { searchCallers } from "../../callers/search-callers.ts";
import { recordAudit } from "../../platform/db/audit-store.ts";
import type { ApiCall } from "../../platform/http/api-call.ts";
import type { Api } from "../../platform/http/api.ts";
import type { ExportCursors } from "../../platform/http/export-cursors.ts";
import { countNumbers } from "../../platform/http/number-guesses.ts";
import { requireFlag } from "../../stations/change-flag.ts";
import { readCallerHistory } from "../caller-history.ts";
import { readCallerProfile } from "../caller-profile.ts";
import type { CallDeps } from "../change-call.ts";
import {
  changeDetail,
  flagCallerUntil,
  setCallerNumber,
  type CallerEdit,
} from "../change-detail.ts";
import { mergeCallers, splitCaller, undoCallerChange } from "../merge-callers.ts";

interface Named {
  station: string;
  caller: string;
}

export function registerPeopleRoutes(api: Api, deps: CallDeps): void {
  async function profile({ station, caller }: Named) {
    const now = new Date(deps.clock.now());
    return { profile: await readCallerProfile(deps.db, { station, caller, now }) };
  }
  api.serve(listCallers, (request) => search(deps, request));
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
  api.serve(exportHistory, (call) => exportPage(deps, call, api.exportCursors));
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

/** Who sees numbers masked guesses none digit by digit. */
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

const EXPORT_PAGE_SIZE = 1_000;

async function exportPage(
  deps: CallDeps,
  { body, params, actor, user }: ApiCall<typeof exportHistory>,
  cursors: ExportCursors,
) {
  const { cursor: sealed, ...sent } = body;
  const { mine, ...filters } = sent;
  const station = params.id;
  const action = "history.exported";
  const taken = { action, user: user.id, filters: { ...sent, station } };
  const cursor = cursors.open(taken, sealed);
  if (cursor === undefined) {
    const details = { filters: Object.keys(sent) };
    await recordAudit(deps.db, { actor, action, station, details });
  }
  const answeredBy = mine === undefined ? undefined : user.id;
  const page = { ...filters, answeredBy, station, cursor, limit: EXPORT_PAGE_SIZE };
  const { items, nextCursor } = await readCallerHistory(deps.db, page);
  return { items, nextCursor: cursors.seal(taken, nextCursor) };
}
