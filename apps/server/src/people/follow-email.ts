import { roles } from "@linedesk/contract";
import type { Trx } from "../platform/db/database.ts";
import { publishToUser } from "../platform/realtime/publish.ts";
import { listMemberships } from "./role-store.ts";
import { deleteInvited, findInvited, grantRole, setEmail, type StoredUser } from "./user-store.ts";

/**
 * Stores the verified address that the issuer now sends for a known person. A change of the address
 * neither makes the person the owner whom `OWNER_EMAIL` names, nor takes this role away.
 */
export async function followEmail(
  trx: Trx,
  known: StoredUser,
  { email, ownerEmail }: { email: string | null; ownerEmail: string | null },
): Promise<StoredUser> {
  if (email === null || email === known.email || known.disabled) {
    return known;
  }
  const isChange = known.email !== null && !isSameAddress(known.email, email);
  const isOfOwner = isSameAddress(known.email, ownerEmail) || isSameAddress(email, ownerEmail);
  if (isChange && isOfOwner) {
    return known;
  }
  await takeInvitation(trx, known.id, email);
  return setEmail(trx, known, email);
}

export function isSameAddress(one: string | null, other: string | null): boolean {
  return one !== null && one.toLowerCase() === other?.toLowerCase();
}

/**
 * Gives the person the roles of somebody who was entered with this address and has never signed in.
 * At each station the higher role counts.
 */
async function takeInvitation(trx: Trx, user: string, email: string): Promise<void> {
  const invited = await findInvited(trx, email);
  if (invited === null) {
    return;
  }
  const held = await listMemberships(trx, [user]);
  for (const { stationId, role } of await listMemberships(trx, [invited])) {
    const own = held.find((one) => one.stationId === stationId)?.role;
    if (own === undefined || roles.indexOf(role) > roles.indexOf(own)) {
      await grantRole(trx, { userId: user, stationId, role, fromGroup: false });
    }
  }
  await deleteInvited(trx, invited);
  await publishToUser(trx, user, { type: "rights.changed" });
}
