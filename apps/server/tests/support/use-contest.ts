import type { Contest } from "@linedesk/contract";
import { followCallerCount } from "../../src/contests/follow-caller-count.ts";
import { changeUserSetting } from "../../src/settings/user-settings.ts";
import type { Person } from "./people.ts";
import type { TelephoneDesk } from "./telephone-desk.ts";

/** Returns helpers for contests on a desk's line, which its producer starts and ends. */
export async function useContest(desk: TelephoneDesk) {
  const { producer, screener } = desk.people;
  const lines = desk.db.selectFrom("phone_line").select(["id", "name"]);
  const line = await lines.where("number", "=", desk.line).executeTakeFirstOrThrow();
  function path(rest = ""): string {
    return `/station/${desk.station}/contest${rest}`;
  }
  async function running(): Promise<Contest | null> {
    return (await desk.get(path(), screener)).body["contest"] as Contest | null;
  }
  function start(callerCount = 5, more: object = {}, person = producer) {
    return desk.post(path(), { phoneLine: line.id, callerCount, ...more }, person);
  }
  async function end(): Promise<void> {
    const contest = await running();
    if (contest !== null) {
      await desk.post(path("/end"), { contest: contest.id }, producer);
    }
  }
  function setCallerCount({ id, name }: Person, value: number | null) {
    const actor = { userId: id, address: null, requestId: null };
    return changeUserSetting(desk.db, {
      userId: id,
      change: { setting: "CALLERCOUNT", value },
      actor,
      onCallerCount: (trx, settings) =>
        followCallerCount(trx, { user: { id, name }, settings, actor }),
    });
  }
  return { line, path, running, start, end, setCallerCount };
}
