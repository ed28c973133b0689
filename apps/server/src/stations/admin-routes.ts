import {
  addPhoneLine,
  addStation as addStationEndpoint,
  changeMember as changeMemberEndpoint,
  changePhoneLine,
  inviteMember as inviteMemberEndpoint,
  listLineDetails,
  listMembers,
  may,
  myAdminRights,
  readStationDetails as readDetailsEndpoint,
  removeMember as removeMemberEndpoint,
  removePhoneLine,
  saveStationDetails as saveDetailsEndpoint,
  setMemberActive as setActiveEndpoint,
  vouchPhoneLine,
} from "@linedesk/contract";
import {
  changeMember,
  inviteMember,
  mayAddStation,
  readMembers,
  removeMember,
  setMemberActive,
} from "../people/members.ts";
import type { Db } from "../platform/db/database.ts";
import type { ApiCall } from "../platform/http/api-call.ts";
import { answerWhole, type Api } from "../platform/http/api.ts";
import { ApiError } from "../platform/http/errors.ts";
import { requireSounds, type SoundDeps } from "../sounds/station-sounds.ts";
import { addStation } from "./add-station.ts";
import {
  addLine,
  changeLine,
  lineSoundUses,
  readLineDetails,
  removeLine,
  vouchLine,
} from "./line-details.ts";
import { readStationDetails, saveStationDetails, stationSoundUses } from "./station-details.ts";

export interface AdminDeps extends SoundDeps {
  hasNumber: (number: string) => boolean;
  findDialRefusal: (number: string) => string | null;
}

export function registerAdminRoutes(api: Api, deps: AdminDeps): void {
  const { db, check } = deps;
  api.serve(myAdminRights, async ({ user }) => ({
    mayAddStation: await mayAddStation(db, user.id),
  }));
  api.serve(addStationEndpoint, async ({ body, user, actor }) => ({
    station: await addStation(db, { ...body, user: user.id, actor }),
  }));
  api.serve(readDetailsEndpoint, ({ params }) => readStationDetails(db, params.id));
  api.serve(saveDetailsEndpoint, async ({ params, body, actor }) => {
    const station = params.id;
    const { seen, ...details } = body;
    requireForward(deps, details);
    const before = await readStationDetails(db, station);
    const uses = stationSoundUses;
    await requireSounds({ db, check }, { station, uses, before, after: details });
    return saveStationDetails(db, { station, details, seen, actor });
  });
  registerLines(api, deps);
  registerMembers(api, db);
}

/** Callers are sent only where the desk may dial. */
function requireForward(
  { findDialRefusal }: Pick<AdminDeps, "findDialRefusal">,
  { forwardTo }: { forwardTo: string | null },
): void {
  const reason = forwardTo === null ? null : findDialRefusal(forwardTo);
  if (reason !== null) {
    throw new ApiError("bad_request", reason, { fields: { forwardTo: reason } });
  }
}

function registerLines(api: Api, deps: AdminDeps): void {
  const { db } = deps;
  async function believe(call: Pick<ApiCall<typeof addPhoneLine>, "roleAt">, station: string) {
    const role = await call.roleAt(station);
    return { isBelieved: role !== null && may(role, "own"), hasNumber: deps.hasNumber };
  }
  api.serve(listLineDetails, ({ params }) => answerWhole(readLineDetails(db, params.id)));
  api.serve(addPhoneLine, async (call) => {
    const { params, body, actor } = call;
    const station = params.id;
    requireForward(deps, body);
    await requireSounds(deps, { station, uses: lineSoundUses, before: {}, after: body });
    const belief = await believe(call, station);
    return { line: await addLine(db, { station, fields: body, actor, ...belief }) };
  });
  api.serve(changePhoneLine, async (call) => {
    const { params, actor } = call;
    const { id: station, line } = params;
    const { seen, ...fields } = call.body;
    requireForward(deps, fields);
    const found = (await readLineDetails(db, station)).find(({ id }) => id === line);
    const before = { ...found };
    await requireSounds(deps, { station, uses: lineSoundUses, before, after: fields });
    const belief = await believe(call, station);
    return { line: await changeLine(db, { station, line, fields, seen, actor, ...belief }) };
  });
  api.serve(vouchPhoneLine, async ({ params: { id: station, line }, body, actor }) => ({
    line: await vouchLine(db, { station, line, ...body, actor }),
  }));
  api.serve(removePhoneLine, async ({ params, actor }) => ({
    removed: await removeLine(db, { station: params.id, line: params.line, actor }),
  }));
}

function registerMembers(api: Api, db: Db): void {
  api.serve(listMembers, ({ params }) => answerWhole(readMembers(db, params.id)));
  api.serve(inviteMemberEndpoint, async (call) => ({
    member: await inviteMember(db, { ...ofCall(call), ...call.body }),
  }));
  api.serve(changeMemberEndpoint, async (call) => ({
    member: await changeMember(db, {
      ...ofCall(call),
      user: call.params.user,
      ...call.body,
    }),
  }));
  api.serve(removeMemberEndpoint, async (call) => ({
    removed: await removeMember(db, { ...ofCall(call), user: call.params.user }),
  }));
  api.serve(setActiveEndpoint, async (call) => {
    const whom = { ...ofCall(call), user: call.params.user };
    return { member: await setMemberActive(db, { ...whom, ...call.body, at: new Date() }) };
  });
}

type MemberCall = ApiCall<
  | typeof inviteMemberEndpoint
  | typeof changeMemberEndpoint
  | typeof removeMemberEndpoint
  | typeof setActiveEndpoint
>;

function ofCall({ params, actor, user }: Pick<MemberCall, "params" | "actor" | "user">) {
  return { station: params.id, actor, asker: user.id };
}
