import type { PrizeWin } from "@linedesk/contract";

/** Returns true when a win of this call is recorded and was not withdrawn. */
export function hasWonInCall(
  wins: readonly Pick<PrizeWin, "call" | "withdrawn">[],
  call: string,
): boolean {
  return wins.some((win) => win.call === call && win.withdrawn === null);
}
