import { may, type Permission } from "@linedesk/contract";
import type { Db } from "../platform/db/database.ts";
import { findMembers, type Member } from "./role-store.ts";

export async function listColleagues(
  db: Db,
  station: string,
  permission: Permission,
): Promise<Member[]> {
  return (await findMembers(db, station)).filter(({ role }) => may(role, permission));
}
