import type { WebhookParams } from "../../webhooks/webhook-request.ts";
import type { Participant } from "./participant.ts";

const PEER_LOST = "peer-media-lost";

export interface AutomaticHold {
  participant: Participant;
  params: WebhookParams;
}

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

interface MediaPeer {
  callSid: string;
  isSilent: boolean;
  /** Is true for a browser or audio server, where an operator is; false for a telephone. */
  isClient: boolean;
  lostPeer: string | null;
}

/**
 * Returns the peer whose silence keeps this member on hold, or `null`. The hold ends when that peer
 * has media again or another peer can talk. It continues while the member is silent too, or is
 * alone after that peer has left.
 */
function findLostPeer(peer: MediaPeer, peers: readonly MediaPeer[]): string | null {
  const lost = findAutomaticHolds(peers).get(peer.callSid);
  if (lost !== undefined) {
    return lost;
  }
  const before = peers.find(({ callSid }) => callSid === peer.lostPeer);
  const remainsLost = before ? before.isSilent && peer.isSilent : peers.length < 2;
  return remainsLost ? peer.lostPeer : null;
}

/**
 * Maps each member who hears music to the silent peer that is the reason. A member hears music when
 * all others are silent. All callers hear music when every browser and audio server in the
 * conference is silent.
 */
function findAutomaticHolds(peers: readonly MediaPeer[]): Map<string, string> {
  const silent = peers.filter((peer) => peer.isSilent);
  const audible = peers.filter((peer) => !peer.isSilent);
  const lostClient = silent.find((peer) => peer.isClient);
  const isLedBySilence = lostClient !== undefined && !audible.some((peer) => peer.isClient);
  const lost = audible.length === 1 ? silent[0] : isLedBySilence ? lostClient : undefined;
  return new Map(lost ? audible.map((peer) => [peer.callSid, lost.callSid]) : []);
}
