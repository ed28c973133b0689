/** Returns true when a move to the other line, or a swap of both, puts a caller to air. */
export function movesToAir(kind: "move" | "swap", fed: { here: boolean; there: boolean }): boolean {
  return fed.there || (kind === "swap" && fed.here);
}
