/** The codes of the voice catalogue that the exchange itself sends, with the SDK's own messages. */
const MESSAGES = {
  31000: "An unknown error has occurred. See error details for more information.",
  31001: "Application Not Found",
  31002: "Connection Declined",
  31005: "A connection error occurred during the call",
  31100: "The request could not be understood due to malformed syntax.",
  31102: "Authorization token missing in request.",
  31103: "Length of parameters cannot exceed MAX_PARAM_LENGTH.",
  31107: "The reconnect parameter is invalid",
  31201:
    "The request requires user authentication. The server understood the request, but is refusing to fulfill it.",
  31202: "The provided access token failed signature validation.",
  31203: "No valid account",
  31204: "Invalid JWT token",
  31205: "JWT token expired",
  31206: "The request performed exceeds the authorized limit.",
  31207: "JWT token expiration too long",
  31209: "Reconnect attempt is not authorized.",
  31210: "The Call Message Event Type is invalid and is not understood by Twilio Voice.",
  31212:
    "The request performed to send a Call Message Event exceeds the payload size authorized limit",
  31400: "The request could not be understood due to malformed syntax.",
  31404: "The server has not found anything matching the request.",
  31480: "The callee is currently unavailable.",
  31486: "The callee is busy.",
  31603: "The callee does not wish to participate in the call.",
  53001: "Raised whenever the signaling connection is unexpectedly disconnected.",
  53402:
    "Raised whenever the Client receives a remote media description but is unable to apply it.",
  53405: "Raised by the Client or Server whenever a media connection fails.",
} as const;

export type VoiceCode = keyof typeof MESSAGES;

export interface VoiceErrorFrame {
  code: number;
  message: string;
}

export function voiceError(code: VoiceCode, message?: string): VoiceErrorFrame {
  return { code, message: message ?? MESSAGES[code] };
}

export function isVoiceCode(code: number): code is VoiceCode {
  return code in MESSAGES;
}
