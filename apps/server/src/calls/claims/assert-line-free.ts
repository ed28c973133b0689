import type { Holder } from "@linedesk/contract";
import type { Db } from "../../platform/db/database.ts";
import { InvalidStateError } from "../state/invalid-state-error.ts";
import { isClaimOpen, openClaimsOfLine } from "../store/claim-store.ts";
import { callsOnLine } from "../store/leg-store.ts";

export class LineTakenError extends InvalidStateError {
  override name = "LineTakenError";
}

interface Besides {
  besides: string;
  now: Date;
}

export async function isLineFree(
  db: Db,
  { user, line }: Pick<Holder, "user" | "line">,
  { besides, now }: Besides,
): Promise<boolean> {
  // Claims before legs: one that is used in between is a leg by then.
  const claims = await openClaimsOfLine(db, user, line);
  const open = claims.filter((claim) => isClaimOpen(claim, now));
  const legs = await callsOnLine(db, user, line);
  return [...open, ...legs].every(({ call }) => call === besides);
}

export async function assertLineFree(
  db: Db,
  holder: Pick<Holder, "user" | "line">,
  besides: Besides,
): Promise<void> {
  if (!(await isLineFree(db, holder, besides))) {
    throw new LineTakenError("Another call has taken this line.");
  }
}
