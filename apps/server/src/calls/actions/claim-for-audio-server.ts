import { type AudioServerTarget, type DeviceLine, may, type Permission } from "@linedesk/contract";
import { findActiveMember } from "../../people/members.ts";
import type { Actor } from "../../platform/db/audit-store.ts";
import { ApiError, requireFound } from "../../platform/http/errors.ts";
import type { ClaimKind } from "../claims/assert-claimable.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { requireAllowed } from "../dialling/assert-dial-caps.ts";
import { isQueued } from "../state/desk-state.ts";
import type { CallRecord } from "../store/call-record.ts";
import { findCall } from "../store/call-store.ts";
import { isClaimOpen, openClaimsOfLine, type StoredClaim } from "../store/claim-store.ts";
import { findConference } from "../store/conference-store.ts";
import { acceptCall } from "./accept-call.ts";
import { joinConference } from "./join-conference.ts";
import { placeOutboundCall } from "./place-outbound-call.ts";

interface WantedClaim {
  audioServer: string;
  station: string;
  user: string;
  line: DeviceLine;
  target: AudioServerTarget;
  actor: Actor;
}

interface Wanted extends WantedClaim {
  seat: Seat;
}

const permissions = {
  accept: "screen",
  conference: "air",
  outbound: "dial",
} as const satisfies Record<AudioServerTarget["type"], Permission>;

/**
 * Claims a call for a line of an audio server in the name of a person who requested it on the
 * line's channel, with this person's permissions. If the person already has an open claim for the
 * same request, returns that claim.
 */
export async function claimForAudioServer(
  deps: DeskDeps,
  request: WantedClaim,
): Promise<{ claim: string; service: string }> {
  const { user, station, target, actor } = request;
  const member = await findActiveMember(deps.db, { user, station });
  if (member === null) {
    throw new ApiError("not_a_member");
  }
  if (!may(member.role, permissions[target.type])) {
    throw new ApiError({ reason: "role_may_not", params: { role: member.role } });
  }
  const seat = { user: { id: user, name: member.name }, role: member.role, actor };
  const wanted = { ...request, seat };
  const { id, service } = (await findOpenClaim(deps, wanted)) ?? (await makeClaim(deps, wanted));
  return { claim: id, service };
}

async function findOpenClaim(deps: DeskDeps, wanted: Wanted): Promise<StoredClaim | null> {
  const now = new Date(deps.clock.now());
  const claims = await openClaimsOfLine(deps.db, wanted.user, wanted.line);
  for (const claim of claims) {
    const isOfServer = claim.audioServer === wanted.audioServer && isClaimOpen(claim, now);
    if (isOfServer && isFor(deps, await findCall(deps.db, claim.call), wanted.target)) {
      return claim;
    }
  }
  return null;
}

function isFor(deps: DeskDeps, call: CallRecord | null, target: AudioServerTarget): boolean {
  switch (target.type) {
    case "accept":
      return call?.id === target.call;
    case "conference":
      return call?.conference?.id === target.conference;
    case "outbound":
      return call?.number === requireAllowed(deps, target.to).number;
  }
}

async function makeClaim(
  deps: DeskDeps,
  wanted: Wanted,
): Promise<Pick<StoredClaim, "id" | "service">> {
  const { target, station, line, seat, audioServer } = wanted;
  const device = { type: "audio_server", id: audioServer } as const;
  switch (target.type) {
    case "accept": {
      const call = await requireCallOf(deps, target.call, station);
      const kind = chooseKind(call, seat);
      return (await acceptCall(deps, { call, kind, line, device, seat })).claim;
    }
    case "conference": {
      const found = await findConference(deps.db, target.conference);
      const conference = requireFound(
        found?.station === station ? found : null,
        "no_such_conference",
      );
      return (await joinConference(deps, { conference: conference.id, seat, line, device })).claim;
    }
    case "outbound": {
      const profile = target.profile ?? undefined;
      return (
        await placeOutboundCall(deps, { station, to: target.to, line, device, seat, profile })
      ).claim;
    }
  }
}

async function requireCallOf(deps: DeskDeps, id: string, station: string): Promise<CallRecord> {
  const call = await findCall(deps.db, id);
  return requireFound(call?.station === station ? call : null, "no_such_call");
}

/** A person resumes their own call on hold, and takes over an unattended call. */
function chooseKind({ desk }: CallRecord, { user }: Seat): ClaimKind {
  if (desk.status === "ended" || isQueued(desk)) {
    return "accept";
  }
  if (desk.status !== "held") {
    return desk.leg.holder.user === user.id ? "move" : "accept";
  }
  if (desk.unattended) {
    return "take_over";
  }
  return desk.holder?.user === user.id ? "resume" : "accept";
}
