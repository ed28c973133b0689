import type { FastifyInstance } from "fastify";

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
import { bindEndpoint, type BindDeps } from "../platform/http/bind-endpoint.ts";
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

export function registerAdminRoutes(app: FastifyInstance, deps: AdminDeps, bind: BindDeps): void {
  const { db, check } = deps;
  bindEndpoint(
    app,
    myAdminRights,
    async ({ user }) => ({ mayAddStation: await mayAddStation(db, user.id) }),
    bind,
  );
  bindEndpoint(
    app,
    addStationEndpoint,
    async ({ body, user, actor }) => ({
      station: await addStation(db, { ...body, user: user.id, actor }),
    }),
    bind,
  );
  bindEndpoint(app, readDetailsEndpoint, ({ params }) => readStationDetails(db, params.id), bind);
  bindEndpoint(
    app,
    saveDetailsEndpoint,
    async ({ params, body, actor }) => {
      const station = params.id;
      const { seen, ...details } = body;
      requireForward(deps, details);
      const before = await readStationDetails(db, station);
      const uses = stationSoundUses;
      await requireSounds({ db, check }, { station, uses, before, after: details });
      return saveStationDetails(db, { station, details, seen, actor });
    },
    bind,
  );
  registerLines(app, deps, bind);
  registerMembers(app, db, bind);
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

function registerLines(app: FastifyInstance, deps: AdminDeps, bind: BindDeps): void {
  const { db } = deps;
  async function believe(call: Pick<ApiCall<typeof addPhoneLine>, "roleAt">, station: string) {
    const role = await call.roleAt(station);
    return { isBelieved: role !== null && may(role, "own"), hasNumber: deps.hasNumber };
  }
  bindEndpoint(
    app,
    listLineDetails,
    async ({ params }) => ({ items: await readLineDetails(db, params.id), nextCursor: null }),
    bind,
  );
  bindEndpoint(
    app,
    addPhoneLine,
    async (call) => {
      const { params, body, actor } = call;
      const station = params.id;
      requireForward(deps, body);
      await requireSounds(deps, { station, uses: lineSoundUses, before: {}, after: body });
      const belief = await believe(call, station);
      return { line: await addLine(db, { station, fields: body, actor, ...belief }) };
    },
    bind,
  );
  bindEndpoint(
    app,
    changePhoneLine,
    async (call) => {
      const { params, actor } = call;
      const { id: station, line } = params;
      const { seen, ...fields } = call.body;
      requireForward(deps, fields);
      const found = (await readLineDetails(db, station)).find(({ id }) => id === line);
      const before = { ...found };
      await requireSounds(deps, { station, uses: lineSoundUses, before, after: fields });
      const belief = await believe(call, station);
      return { line: await changeLine(db, { station, line, fields, seen, actor, ...belief }) };
    },
    bind,
  );
  bindEndpoint(
    app,
    vouchPhoneLine,
    async ({ params: { id: station, line }, body, actor }) => ({
      line: await vouchLine(db, { station, line, ...body, actor }),
    }),
    bind,
  );
  bindEndpoint(
    app,
    removePhoneLine,
    async ({ params, actor }) => ({
      removed: await removeLine(db, { station: params.id, line: params.line, actor }),
    }),
    bind,
  );
}

function registerMembers(app: FastifyInstance, db: Db, bind: BindDeps): void {
  bindEndpoint(
    app,
    listMembers,
    async ({ params }) => ({ items: await readMembers(db, params.id), nextCursor: null }),
    bind,
  );
  bindEndpoint(
    app,
    inviteMemberEndpoint,
    async (call) => ({ member: await inviteMember(db, { ...ofCall(call), ...call.body }) }),
    bind,
  );
  bindEndpoint(
    app,
    changeMemberEndpoint,
    async (call) => ({
      member: await changeMember(db, {
        ...ofCall(call),
        user: call.params.user,
        ...call.body,
      }),
    }),
    bind,
  );
  bindEndpoint(
    app,
    removeMemberEndpoint,
    async (call) => ({
      removed: await removeMember(db, { ...ofCall(call), user: call.params.user }),
    }),
    bind,
  );
  bindEndpoint(
    app,
    setActiveEndpoint,
    async (call) => {
      const whom = { ...ofCall(call), user: call.params.user };
      return { member: await setMemberActive(db, { ...whom, ...call.body, at: new Date() }) };
    },
    bind,
  );
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
