import { VOICE_CODES } from "@linedesk/base";
import type { LegEnd } from "../../../calls/legs/leg.ts";
import {
  isVoiceCode,
  voiceError,
  type VoiceCode,
  type VoiceErrorFrame,
} from "../frames/voice-errors.ts";

/** The voice code for an end that has no code itself; `null` for an ordinary end. */
const CODE_OF_CAUSE: Record<LegEnd["cause"], VoiceCode | null> = {
  hangup: null,
  cancelled: null,
  busy: VOICE_CODES.BUSY_HERE,
  "no-answer": VOICE_CODES.TEMPORARILY_UNAVAILABLE,
  declined: VOICE_CODES.DECLINED,
  "not-found": VOICE_CODES.NOT_FOUND,
  unreachable: VOICE_CODES.TEMPORARILY_UNAVAILABLE,
  failed: VOICE_CODES.CONNECTION_ERROR,
  "media-lost": VOICE_CODES.MEDIA_CONNECTION_FAILED,
  "signalling-lost": VOICE_CODES.SIGNALING_DISCONNECTED,
};

export function toErrorFrame(end: LegEnd): VoiceErrorFrame | null {
  if (end.voiceCode !== undefined) {
    return isVoiceCode(end.voiceCode)
      ? voiceError(end.voiceCode, end.message)
      : {
          code: end.voiceCode,
          message: end.message ?? voiceError(VOICE_CODES.UNKNOWN_ERROR).message,
        };
  }
  const code = CODE_OF_CAUSE[end.cause];
  return code === null ? null : voiceError(code, end.message);
}
