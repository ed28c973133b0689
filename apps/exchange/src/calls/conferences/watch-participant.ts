import type { MediaPort } from "@linedesk/media";
import { relayDtmf } from "../transfers/relay-dtmf.ts";
import type { Participant } from "./participant.ts";

export interface ParticipantListeners {
  onMedia: () => void;
  onSpeech: () => void;
  onProgramme: () => void;
  onDtmf: (dtmf: Parameters<typeof relayDtmf>[0]) => void;
}

export function watchParticipant(
  { call }: Participant,
  listeners: ParticipantListeners,
): () => void {
  const stops = [
    call.input.onMedia(listeners.onMedia),
    call.input.onSpeech(listeners.onSpeech),
    call.input.onProgramme(listeners.onProgramme),
    call.input.onDigit((digit, way) => listeners.onDtmf({ digit, way })),
  ];
  return () => {
    for (const stop of stops) {
      stop();
    }
  };
}

/**
 * With two participants, the DTMF digits of one reach the other's telephone, for example for a
 * menu. With more participants they reach nobody, so that no tone goes to air.
 */
export function relayDtmfInConference(
  dtmf: Parameters<typeof relayDtmf>[0],
  from: Participant,
  room: { participants: readonly Participant[]; media: Pick<MediaPort, "sendDigits"> },
): void {
  const [other, ...more] = room.participants.filter((one) => one !== from);
  const isOneToOne = other !== undefined && more.length === 0;
  if (isOneToOne && from.isAudible && !other.isOnHold) {
    relayDtmf(dtmf, other.call, room.media);
  }
}
