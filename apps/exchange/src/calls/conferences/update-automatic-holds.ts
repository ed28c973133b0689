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
  /** A browser or audio server: somebody who leads the talk, not a telephone. */
  isClient: boolean;
  lostPeer: string | null;
}

/**
 * Whose silence keeps this member on hold; null when nobody's. It ends when that one is heard
 * again, and when somebody else is there to talk to; not because they left or are silent, too.
 */
function findLostPeer(peer: MediaPeer, peers: readonly MediaPeer[]): string | null {
  const lost = findAutomaticHolds(peers).get(peer.callSid);
  if (lost !== undefined) {
    return lost;
  }
  const before = peers.find(({ callSid }) => callSid === peer.lostPeer);
  const goesOn = before ? before.isSilent && peer.isSilent : peers.length < 2;
  return goesOn ? peer.lostPeer : null;
}

/**
 * Who is put on music because whose media went silent. A silent leg puts the other side on
 * music; a telephone that falls silent among several does not stop those who still hear each
 * other, while callers are never left to themselves when the last browser in the room is silent.
 */
function findAutomaticHolds(peers: readonly MediaPeer[]): Map<string, string> {
  const silent = peers.filter((peer) => peer.isSilent);
  const audible = peers.filter((peer) => !peer.isSilent);
  const lostClient = silent.find((peer) => peer.isClient);
  const isLedBySilence = lostClient !== undefined && !audible.some((peer) => peer.isClient);
  const lost = audible.length === 1 ? silent[0] : isLedBySilence ? lostClient : undefined;
  return new Map(lost ? audible.map((peer) => [peer.callSid, lost.callSid]) : []);
}
