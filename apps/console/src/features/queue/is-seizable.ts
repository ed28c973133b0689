import type { Call } from "@linedesk/contract";

export function isSeizable(call: Call, me: string | null): boolean {
  const { desk, marks, leaving, offer, conference } = call;
  const isAttended = desk.status === "screening" || (desk.status === "held" && !desk.unattended);
  const isTheirs = isAttended && desk.holder !== null && desk.holder.user !== me;
  return isTheirs && !marks.locked && leaving === null && offer === null && conference === null;
}
