import * as z from "zod";

import { systemActor } from "../../platform/db/audit-store.ts";
import { transact } from "../../platform/db/database.ts";
import { publish } from "../../platform/realtime/publish.ts";
import { parseRoomName } from "../../telephony/service-names.ts";
import { LOST_CALL_CODE } from "../../telephony/telephony.ts";
import { changeCall, isEnded } from "../change-call.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { endLeg, tryTelephonyCommand } from "../legs/connect-caller.ts";
import { adoptDialledLeg, DIALLED_LABEL } from "../legs/dial-party.ts";
import { handleLegEvent, type EventRoom, type LegEvent } from "../legs/leg-events.ts";
import { toNetworkEnd } from "../record-call-end.ts";
import type { ConferencePosition } from "../state/call-state.ts";
import { findConference } from "../store/conference-store.ts";
import { findLeg } from "../store/leg-store.ts";
import { handleAnnouncement } from "./recording-webhooks.ts";

export const conferenceEvent = z.object({
  StatusCallbackEvent: z.string(),
  ConferenceSid: z.string(),
  SequenceNumber: z.coerce.number().optional(),
  CallSid: z.string().optional(),
  /**
   * `peer-media-lost`: the exchange itself holds this member, because the media of the other member
   * is lost. `participant-left`: the programme stopped because the member left the room.
   */
  Reason: z.string().optional(),
  PeerCallSid: z.string().optional(),
  ReasonParticipantLeft: z.string().optional(),
  ParticipantCallStatus: z.string().optional(),
  ErrorCode: z.string().optional().catch(undefined),
  ParticipantLabel: z.string().optional(),
  ProgrammeLag: z.coerce.number().optional().catch(undefined),
  FriendlyName: z.string().optional(),
  AnnounceUrl: z.string().optional(),
});
export type ConferenceEvent = z.output<typeof conferenceEvent>;

export async function handleConferenceEvent(
  deps: DeskDeps,
  event: ConferenceEvent,
  room: EventRoom,
): Promise<void> {
  if (event.StatusCallbackEvent.startsWith(SPEECH)) {
    return publishSpeaking(deps, event, room.conference);
  }
  if (event.StatusCallbackEvent.startsWith(PROGRAMME)) {
    return recordProgramme(deps, event);
  }
  if (event.StatusCallbackEvent.startsWith(ANNOUNCEMENT)) {
    return handleAnnouncement(deps, event);
  }
  if (event.StatusCallbackEvent === MEDIA_LOST) {
    return endIfLost(deps, event, room.conference);
  }
  const legEvent = toLegEvent(event);
  await adoptIfDialled(deps, event);
  if (event.CallSid !== undefined && legEvent !== null) {
    await handleLegEvent(deps, event.CallSid, legEvent, room);
  }
}

const ANNOUNCEMENT = "announcement-";
const SPEECH = "participant-speech-";

async function publishSpeaking(
  deps: DeskDeps,
  event: ConferenceEvent,
  conference: string | undefined,
): Promise<void> {
  const leg = event.CallSid === undefined ? null : await findLeg(deps.db, event.CallSid);
  if (conference === undefined || leg?.conference !== conference || leg.kind !== "caller") {
    return;
  }
  const member = leg.call;
  const speaking = event.StatusCallbackEvent === `${SPEECH}start`;
  await transact(deps.db, async (trx) => {
    const live = await findConference(trx, conference);
    if (live !== null) {
      await publish(trx, live.station, {
        type: "conference.speaking",
        conference,
        member,
        speaking,
      });
    }
  });
}

const MEDIA_LOST = "participant-media-lost";

/**
 * Ends the leg of an operator whose media is lost in a conference and who has no open console, for
 * example after a browser crash. Colleagues can then take over the callers.
 */
async function endIfLost(deps: DeskDeps, event: ConferenceEvent, conference: string | undefined) {
  const leg = event.CallSid === undefined ? null : await findLeg(deps.db, event.CallSid);
  const user = leg?.kind === "operator" ? leg.user : null;
  if (leg === null || user === null || conference === undefined || leg.conference !== conference) {
    return;
  }
  const present = await deps.people.listPresent();
  if (!present.has(user)) {
    await tryTelephonyCommand(deps, leg.call, () => endLeg(deps, leg));
  }
}

const PROGRAMME = "participant-programme-";

/**
 * Records whether the radio near a caller is on. The programme also contains the voice of a caller
 * on air. Such a voice is ahead of the programme, and does not count as a radio.
 */
async function recordProgramme(deps: DeskDeps, event: ConferenceEvent): Promise<void> {
  const leg = event.CallSid === undefined ? null : await findLeg(deps.db, event.CallSid);
  // A caller who moves to another room is checked for the radio there.
  if (leg?.kind !== "caller" || event.Reason === "participant-left") {
    return;
  }
  const programmeAudible = event.StatusCallbackEvent === `${PROGRAMME}start`;
  const isAhead = (event.ProgrammeLag ?? 0) < 0;
  await changeCall(deps, { call: leg.call, actor: systemActor }, (call) => {
    const isOwnVoice = programmeAudible && isAhead && call.desk.status === "on_air";
    if (isEnded(call) || isOwnVoice || call.programmeAudible === programmeAudible) {
      return null;
    }
    const action = programmeAudible ? "call.programme_audible" : "call.programme_gone";
    return { fields: { programmeAudible }, action };
  });
}

/** Registers a dialled leg that joins before its registration, because the party answered fast. */
async function adoptIfDialled(deps: DeskDeps, event: ConferenceEvent): Promise<void> {
  const label = event.ParticipantLabel ?? "";
  const call = label.startsWith(`${DIALLED_LABEL}-`)
    ? label.slice(DIALLED_LABEL.length + 1)
    : parseRoomName(event.FriendlyName ?? "");
  const isJoin = event.StatusCallbackEvent === "participant-join";
  const sid = event.CallSid;
  if (isJoin && label.startsWith(DIALLED_LABEL) && sid !== undefined && call !== null) {
    await adoptDialledLeg(deps, call, sid);
  }
}

function toLegEvent(event: ConferenceEvent): LegEvent | null {
  const seen = toConferencePosition(event);
  switch (event.StatusCallbackEvent) {
    case "participant-join":
      return { type: "joined", seen };
    case "participant-leave":
      return { type: "left", end: readNetworkEnd(event) };
    case "participant-hold":
      return { type: "held", seen, silentPeer: readSilentPeer(event) };
    case "participant-unhold":
      return { type: "unheld", seen, silentPeer: readSilentPeer(event) };
    case "participant-mute":
    case "participant-unmute":
      return { type: "muted", seen, muted: event.StatusCallbackEvent === "participant-mute" };
    default:
      return null;
  }
}

function toConferencePosition(event: ConferenceEvent): ConferencePosition {
  return {
    room: event.ConferenceSid,
    sequence: event.SequenceNumber ?? 0,
  };
}

/** This event often arrives before the callback of the call, which has the same error. */
function readNetworkEnd(event: ConferenceEvent) {
  if (event.ErrorCode === LOST_CALL_CODE) {
    return "lost";
  }
  const end = toNetworkEnd(event.ParticipantCallStatus ?? "");
  if (end !== null) {
    return end;
  }
  return event.ReasonParticipantLeft === "participant_hung_up" ? "completed" : null;
}

function readSilentPeer(event: ConferenceEvent): string | null {
  return event.Reason === "peer-media-lost" ? (event.PeerCallSid ?? null) : null;
}
