import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import type { Participant } from "./participant.ts";
import { lostPeerOf, type Peer } from "./peer-loss.ts";

const PEER_LOST = "peer-media-lost";

/** One who was put on hold, or taken off it, because somebody fell silent or is heard again. */
export interface HoldByLoss {
  participant: Participant;
  /** For the event: whose media it was, where that is the reason. */
  params: WebhookParams;
}

/** Works out anew who is on music because somebody fell silent, and answers for whom that changed. */
export function settleLostPeers(participants: readonly Participant[]): HoldByLoss[] {
  const peers = participants.map(peerOf);
  return participants.flatMap((participant) => {
    const { lostPeer: before, isOnHold: wasOnHold } = participant;
    participant.lostPeer = lostPeerOf(peerOf(participant), peers);
    if (participant.isOnHold === wasOnHold) {
      return [];
    }
    const isBack = peers.some(({ callSid, isSilent }) => callSid === before && !isSilent);
    const peer = participant.lostPeer ?? (isBack ? before : null);
    const params = peer === null ? {} : { Reason: PEER_LOST, PeerCallSid: peer };
    return [{ participant, params }];
  });
}

function peerOf({ call, lostPeer }: Participant): Peer {
  const isClient = call.leg?.kind === "client";
  return { callSid: call.sid, isSilent: call.ears.isSilent, isClient, lostPeer };
}
