import type { LegEnd } from "../../../calls/legs/leg.ts";
import {
  isVoiceCode,
  voiceError,
  type VoiceCode,
  type VoiceErrorFrame,
} from "../frames/voice-errors.ts";

/** What the SDK is told of an end that carries no code of its own; null for an ordinary end. */
const CODE_OF_CAUSE: Record<LegEnd["cause"], VoiceCode | null> = {
  hangup: null,
  cancelled: null,
  busy: 31486,
  "no-answer": 31480,
  declined: 31603,
  "not-found": 31404,
  unreachable: 31480,
  failed: 31005,
  "media-lost": 53405,
  "signalling-lost": 53001,
};

export function toErrorFrame(end: LegEnd): VoiceErrorFrame | null {
  if (end.voiceCode !== undefined) {
    return isVoiceCode(end.voiceCode)
      ? voiceError(end.voiceCode, end.message)
      : { code: end.voiceCode, message: end.message ?? voiceError(31000).message };
  }
  const code = CODE_OF_CAUSE[end.cause];
  return code === null ? null : voiceError(code, end.message);
}
