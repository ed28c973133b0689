import {
  changeMember as changeMemberEndpoint,
  inviteMember as inviteMemberEndpoint,
  listMembers,
  removeMember as removeMemberEndpoint,
  setMemberActive as setActiveEndpoint,
} from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import type { ApiCall } from "../platform/http/api-call.ts";
import { answerWhole, type Api } from "../platform/http/api.ts";
import {
  changeMember,
  inviteMember,
  readMembers,
  removeMember,
  setMemberActive,
} from "./members.ts";

export function registerMembers(api: Api, db: Db): void {
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
