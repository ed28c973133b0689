import type { Holder } from "@linedesk/contract";
import { type LineRequest, lockAudioServer } from "../../audio-servers/carry-line.ts";
import type { Trx } from "../../platform/db/database.ts";
import { lockEdit } from "../../platform/db/lock-edit-store.ts";
import { uuidV7 } from "../../platform/db/uuid.ts";
import { ApiError } from "../../platform/http/errors.ts";
import {
  findOtherUser,
  insertClaim,
  expireClaimsOfCall,
  openClaimsOfLine,
  type StoredClaim,
} from "../store/claim-store.ts";
import { assertFeedUnchanged, assertLineFree } from "./assert-line-free.ts";
import { assertNothingOnAir } from "./assert-nothing-on-air.ts";

const CLAIM_TIME_MS = 15_000;

export interface NewClaimRequest {
  call: string;
  holder: Holder;
  at: LineRequest;
  feedsAir: boolean;
  audioServer: string | null;
  /** The telephony service to which the softphone connects. */
  service: string;
  claim?: string | undefined;
  /** Requires a line without a current or pending call; otherwise throws `LineTakenError`. */
  freeLineOnly?: boolean | undefined;
  /** The id of the person's call on air on the line. It ends as soon as the new call is claimed. */
  ends?: string | undefined;
}

export interface MadeClaim {
  made: StoredClaim;
  older: StoredClaim[];
}

/**
 * Writes a claim of the call, whose row is locked or new. The call's older claims expire. Claims of
 * one line are created one at a time. The order of locks is the call, the line, the settings of the
 * air feed, the line's carrier.
 */
export async function makeClaim(trx: Trx, request: NewClaimRequest, now: Date): Promise<MadeClaim> {
  const { call, feedsAir, audioServer, service } = request;
  const { user, name, line } = request.holder;
  await expireClaimsOfCall(trx, call, now);
  await lockEdit(trx, `device_line.${user}.${line}`);
  const older = await openClaimsOfLine(trx, user, line);
  if (request.freeLineOnly === true) {
    await assertLineFree(trx, request.holder, { besides: call, now });
  }
  const { ends } = request;
  await assertNothingOnAir(trx, request.holder, ends === undefined ? [call] : [call, ends]);
  await assertFeedUnchanged(trx, request);
  await assertAudioServerFree(trx, request, now);
  const made = {
    id: request.claim ?? uuidV7(),
    call,
    user,
    name,
    line,
    feedsAir,
    audioServer,
    service,
    madeAt: now,
    expiresAt: new Date(now.getTime() + CLAIM_TIME_MS),
  };
  if (await insertClaim(trx, made)) {
    return { made: { ...made, usedAt: null, legSid: null, lapsedAt: null }, older };
  }
  throw new ApiError("claim_in_use", {
    fields: { claim: "is_known_claim" },
  });
}

/**
 * A line of an audio server has one user. Throws an error with the name of this user for anybody
 * else, who can then take over the line.
 */
async function assertAudioServerFree(
  trx: Trx,
  { audioServer, holder: { user, line } }: NewClaimRequest,
  now: Date,
): Promise<void> {
  if (audioServer === null) {
    return;
  }
  const serverName = await lockAudioServer(trx, audioServer);
  const other = await findOtherUser(trx, { audioServer, line }, { user, now });
  if (other !== null) {
    const number = line === "line1" ? "1" : "2";
    throw new ApiError({
      reason: "line_of_colleague",
      params: { name: other, number, server: serverName },
    });
  }
}
