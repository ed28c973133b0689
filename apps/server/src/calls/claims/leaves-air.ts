import { isBridged, type DeskState } from "../state/desk-state.ts";
import type { StoredClaim } from "../store/claim-store.ts";

export function leavesAir(
  desk: DeskState,
  { user, feedsAir }: Pick<StoredClaim, "user" | "feedsAir">,
): boolean {
  return isBridged(desk) && desk.leg.feedsAir && !feedsAir && desk.leg.holder.user === user;
}
