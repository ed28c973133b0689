import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import { findLostPeer, type MediaPeer } from "./find-lost-peer.ts";
import type { Participant } from "./participant.ts";

const PEER_LOST = "peer-media-lost";

/** One who was put on hold, or taken off it, because somebody fell silent or is heard again. */
export interface AutomaticHold {
  participant: Participant;
  /** For the event: whose media it was, where that is the reason. */
  params: WebhookParams;
}

/**
 * Works out anew who is on music because somebody fell silent, and answers for whom that changed.
 */
export function updateAutomaticHolds(participants: readonly Participant[]): AutomaticHold[] {
  const peers = participants.map(toMediaPeer);
  return participants.flatMap((participant) => {
    const { lostPeer: before, isOnHold: wasOnHold } = participant;
    participant.lostPeer = findLostPeer(toMediaPeer(participant), peers);
    if (participant.isOnHold === wasOnHold) {
      return [];
    }
    const isBack = peers.some(({ callSid, isSilent }) => callSid === before && !isSilent);
    const peer = participant.lostPeer ?? (isBack ? before : null);
    const params = peer === null ? {} : { Reason: PEER_LOST, PeerCallSid: peer };
    return [{ participant, params }];
  });
}

function toMediaPeer({ call, lostPeer }: Participant): MediaPeer {
  const isClient = call.leg?.kind === "client";
  return { callSid: call.sid, isSilent: call.input.isSilent, isClient, lostPeer };
}
