import type { Call } from "@linedesk/contract";

/** [LN31] A colleague is with the caller off air, and nothing stands in the way [DS41]. */
export function isSeizable({ desk, marks, leaving, offer }: Call, me: string | null): boolean {
  const isAttended = desk.status === "screening" || (desk.status === "held" && !desk.unattended);
  const isTheirs = isAttended && desk.holder !== null && desk.holder.user !== me;
  return isTheirs && !marks.locked && leaving === null && offer === null;
}
