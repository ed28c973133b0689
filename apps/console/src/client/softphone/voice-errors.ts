export interface VoiceFailure {
  code: number | null;
  message: string;
  /** The failure of a request, for example of the request for the token. */
  cause?: unknown;
}

export function parseVoiceFailure(error: unknown): VoiceFailure {
  const code: unknown =
    typeof error === "object" && error !== null ? Reflect.get(error, "code") : null;
  return {
    code: typeof code === "number" ? code : null,
    message: error instanceof Error ? error.message : "failed",
    cause: error,
  };
}

/** The line was not ready for a call within the time limit. */
export class LineNotReadyError extends Error {
  override name = "LineNotReadyError";
  readonly code = "line_not_ready";
}

export class InvalidStateError extends Error {
  override name = "InvalidStateError";
  readonly code = "invalid_state";
}

export const voiceCatalogue = {
  accessTokenInvalid: { code: 20101, name: "AccessTokenInvalid" },
  accessTokenExpired: { code: 20104, name: "AccessTokenExpired" },
  authenticationFailed: { code: 20151, name: "AuthenticationFailed" },
  unknown: { code: 31000, name: "UnknownError" },
  applicationNotFound: { code: 31001, name: "ApplicationNotFound" },
  connectionDeclined: { code: 31002, name: "ConnectionDeclined" },
  connectionTimeout: { code: 31003, name: "ConnectionTimeout" },
  connection: { code: 31005, name: "ConnectionError" },
  callCancelled: { code: 31008, name: "CallCancelled" },
  transport: { code: 31009, name: "TransportError" },
  malformedRequest: { code: 31100, name: "MalformedRequest" },
  missingParameterArray: { code: 31101, name: "MissingParameterArray" },
  authorizationTokenMissing: { code: 31102, name: "AuthorizationTokenMissing" },
  maxParameterLengthExceeded: { code: 31103, name: "MaxParameterLengthExceeded" },
  invalidBridgeToken: { code: 31104, name: "InvalidBridgeToken" },
  invalidClientName: { code: 31105, name: "InvalidClientName" },
  reconnectParameterInvalid: { code: 31107, name: "ReconnectParameterInvalid" },
  authorization: { code: 31201, name: "AuthorizationError" },
  signatureValidationFailed: { code: 31202, name: "AccessTokenSignatureValidationFailed" },
  noValidAccount: { code: 31203, name: "NoValidAccount" },
  invalidJwt: { code: 31204, name: "InvalidJWTToken" },
  jwtExpired: { code: 31205, name: "JWTTokenExpired" },
  rateExceeded: { code: 31206, name: "RateExceeded" },
  jwtExpirationTooLong: { code: 31207, name: "JWTTokenExpirationTooLong" },
  reconnectAttempt: { code: 31209, name: "ReconnectAttempt" },
  callMessageEventTypeInvalid: { code: 31210, name: "CallMessageEventTypeInvalid" },
  payloadSizeExceeded: { code: 31212, name: "PayloadSizeExceeded" },
  badRequest: { code: 31400, name: "BadRequest" },
  permissionDenied: { code: 31401, name: "PermissionDenied" },
  acquisitionFailed: { code: 31402, name: "AcquisitionFailed" },
  notFound: { code: 31404, name: "NotFound" },
  temporarilyUnavailable: { code: 31480, name: "TemporarilyUnavailable" },
  busyHere: { code: 31486, name: "BusyHere" },
  decline: { code: 31603, name: "Decline" },
  signallingConnection: { code: 53000, name: "ConnectionError" },
  signallingDisconnected: { code: 53001, name: "ConnectionDisconnected" },
  localDescriptionFailed: { code: 53400, name: "ClientLocalDescFailed" },
  remoteDescriptionFailed: { code: 53402, name: "ClientRemoteDescFailed" },
  mediaConnection: { code: 53405, name: "ConnectionError" },
} as const;

export type VoiceErrorKey = keyof typeof voiceCatalogue;

const keys = new Map<number, VoiceErrorKey>(
  (Object.keys(voiceCatalogue) as VoiceErrorKey[]).map((key) => [voiceCatalogue[key].code, key]),
);

/** Returns `null` for a code that is not in the catalogue. */
export function findVoiceError(code: number | null): VoiceErrorKey | null {
  return code === null ? null : (keys.get(code) ?? null);
}
