/** The error and warning codes of Twilio's dictionary that the exchange answers and logs. */
export const TWILIO_CODES = {
  /** A URL is missing or cannot be read. */
  INVALID_URL: 11100,
  /** The webhook gave no usable answer. */
  HTTP_RETRIEVAL_FAILURE: 11200,
  /** No connection to the application. */
  HTTP_CONNECTION_FAILURE: 11205,
  /** The host may not be connected to / not found. */
  HTTP_BAD_HOST: 11210,
  /** Redirects or documents in a circle. */
  TOO_MANY_REDIRECTS: 11215,
  /** The redirect leads nowhere permitted. */
  BAD_REDIRECT: 11216,
  /** TLS handshake failed. */
  TLS_HANDSHAKE: 11220,
  /** Certificate names another host. */
  CERTIFICATE_HOST: 11235,
  /** Certificate expired. */
  CERTIFICATE_EXPIRED: 11236,
  /** Certificate chain not trusted. */
  CERTIFICATE_PATH: 11237,
  /** Answer over 64 kB. */
  RESPONSE_TOO_LARGE: 11750,
  /** TwiML cannot be parsed. */
  DOCUMENT_PARSE_FAILURE: 12100,
  /** Unknown or unsupported markup. */
  TWIML_WARNING: 12200,
  /** Content type is not TwiML or audio. */
  INVALID_CONTENT_TYPE: 12300,
  /** Dial: callerId may not be shown. */
  DIAL_INVALID_CALLER_ID: 13214,
  /** Dial: timeLimit invalid. */
  DIAL_INVALID_TIME_LIMIT: 13216,
  /** Dial: number invalid or unreachable. */
  DIAL_INVALID_NUMBER: 13224,
  /** Dial: own numbers dial one another in a circle. */
  DIAL_FORBIDDEN_NUMBER: 13225,
  /** Dial: unknown country code. */
  DIAL_INVALID_COUNTRY: 13226,
  /** Dial: dialling rules forbid it. */
  DIAL_NO_PERMISSION: 13227,
  /** Conference: no live one has that sid. */
  CONFERENCE_SID_NOT_FOUND: 13236,
  /** Conference: name invalid. */
  CONFERENCE_INVALID_NAME: 13237,
  /** Dial Sip: the address cannot be read. */
  DIAL_INVALID_SIP_URI: 13243,
  /** Dial Sip: a header of the address has no valid name. */
  DIAL_INVALID_HEADER_NAME: 13252,
  /** Dial Sip: the headers of the address are too long. */
  DIAL_HEADER_TOO_LONG: 13253,
  /** Gather finishOnKey. */
  GATHER_INVALID_FINISH_ON_KEY: 13310,
  /** Gather timeout. */
  GATHER_INVALID_TIMEOUT: 13313,
  /** Gather numDigits. */
  GATHER_INVALID_NUM_DIGITS: 13314,
  /** Play: there is no sound, or none that can be played. */
  PLAY_FAILED: 13420,
  /** Say: language unknown. */
  SAY_INVALID_LANGUAGE: 13512,
  /** Say: the text cannot be spoken. */
  SAY_FAILED: 13520,
  /** Refer: the call is not over SIP. */
  REFER_NOT_SIP: 13801,
  /** REFER arrived, the Dial has no referUrl. */
  REFER_URL_MISSING: 13802,
  /** Enqueue: queue name empty. */
  ENQUEUE_NAME_TOO_SHORT: 14204,
  /** Enqueue: queue name over 64 characters. */
  ENQUEUE_NAME_TOO_LONG: 14205,
  /** A status callback was refused (warning). */
  CALLBACK_FAILED: 15003,
  /** MaxParticipants reached. */
  CONFERENCE_FULL: 16020,
  /** Conference: participantLabel in use. */
  CONFERENCE_LABEL_TAKEN: 16025,
  /** A participant's Label is in use. */
  PARTICIPANT_LABEL_TAKEN: 16026,
  /** A parameter is unknown, unsupported or out of bounds. */
  INVALID_PARAMETER: 20001,
  /** Authentication failed. */
  AUTHENTICATE: 20003,
  /** Method not allowed. */
  METHOD_NOT_ALLOWED: 20004,
  /** Call or recording is still live. */
  DELETE_BEFORE_COMPLETE: 20009,
  /** Forbidden for this key. */
  FORBIDDEN: 20403,
  /** Resource not found. */
  NOT_FOUND: 20404,
  /** A limit is reached. */
  TOO_MANY_REQUESTS: 20429,
  /** Internal error; also crash entry of a call. */
  INTERNAL_ERROR: 20500,
  /** Ours: recording, disk full. */
  DISK_FULL: 20507,
  /** Ours: recording, disk too slow. */
  DISK_TOO_SLOW: 20508,
  /** Ours: recording, disk failed. */
  DISK_FAILED: 20509,
  /** Ours: recording, nothing recorded. */
  NOTHING_TO_RECORD: 20510,
  /** No To. */
  TO_MISSING: 21201,
  /** Url invalid or not allowed. */
  INVALID_URL_REST: 21205,
  /** Timeout invalid. */
  INVALID_TIMEOUT: 21208,
  /** Method of a call invalid. */
  INVALID_METHOD: 21209,
  /** From is neither ours nor verified. */
  FROM_NOT_VERIFIED: 21210,
  /** To invalid. */
  INVALID_TO: 21211,
  /** From invalid. */
  INVALID_FROM: 21212,
  /** No From. */
  FROM_MISSING: 21213,
  /** To cannot be reached. */
  TO_UNREACHABLE: 21214,
  /** Dialling rules: country not allowed. */
  GEO_PERMISSION: 21215,
  /** Number blocked. */
  TO_BLOCKED: 21216,
  /** Phone number not valid. */
  NUMBER_INVALID: 21217,
  /** No such application. */
  INVALID_APPLICATION_SID: 21218,
  /** Only own and verified numbers. */
  TO_NOT_VERIFIED: 21219,
  /** Call is in the wrong state. */
  INVALID_CALL_STATE: 21220,
  /** SipAuthUsername too long. */
  INVALID_SIP_USERNAME: 21221,
  /** SipAuthPassword too long. */
  INVALID_SIP_PASSWORD: 21223,
  /** SipAuthUsername without a password. */
  SIP_PASSWORD_MISSING: 21225,
  /** Headers of a sip: address too long. */
  SIP_HEADERS_TOO_LONG: 21227,
  /** Name of a header of a sip: address invalid. */
  SIP_HEADER_NAME_INVALID: 21228,
  /** Value of a header of a sip: address invalid. */
  SIP_HEADER_VALUE_INVALID: 21229,
  /** Url of a number or application invalid. */
  NUMBER_INVALID_URL: 21402,
  /** Method of a number or application invalid. */
  NUMBER_INVALID_METHOD: 21403,
  /** VoiceFallbackUrl without VoiceUrl. */
  FALLBACK_WITHOUT_URL: 21405,
  /** PhoneNumber is not E.164. */
  PHONE_NUMBER_INVALID: 21421,
  /** Number is there already. */
  PHONE_NUMBER_UNAVAILABLE: 21422,
  /** Caller id is there already. */
  PHONE_NUMBER_ALREADY_VALIDATED: 21450,
  /** Callback of a verification invalid. */
  INVALID_CALLBACK_URL: 21456,
  /** StatusCallback invalid. */
  INVALID_STATUS_CALLBACK: 21609,
  /** StatusCallbackEvent invalid. */
  INVALID_STATUS_CALLBACK_EVENT: 21626,
  /** A queue of that name exists. */
  QUEUE_NAME_TAKEN: 22003,
} as const;

export type TwilioCode = (typeof TWILIO_CODES)[keyof typeof TWILIO_CODES];

/** The codes of the voice SDK that the exchange sends to softphones, by the SDK's names. */
export const VOICE_CODES = {
  UNKNOWN_ERROR: 31000,
  APPLICATION_NOT_FOUND: 31001,
  CONNECTION_DECLINED: 31002,
  CONNECTION_ERROR: 31005,
  MALFORMED_REQUEST: 31100,
  AUTHORIZATION_TOKEN_MISSING: 31102,
  PARAMETERS_TOO_LONG: 31103,
  RECONNECT_PARAMETER_INVALID: 31107,
  AUTHENTICATION_FAILED: 31201,
  SIGNATURE_VALIDATION_FAILED: 31202,
  NO_VALID_ACCOUNT: 31203,
  INVALID_JWT: 31204,
  JWT_EXPIRED: 31205,
  RATE_EXCEEDED: 31206,
  JWT_EXPIRATION_TOO_LONG: 31207,
  RECONNECT_NOT_AUTHORIZED: 31209,
  MESSAGE_TYPE_INVALID: 31210,
  MESSAGE_PAYLOAD_TOO_LARGE: 31212,
  BAD_REQUEST: 31400,
  NOT_FOUND: 31404,
  TEMPORARILY_UNAVAILABLE: 31480,
  BUSY_HERE: 31486,
  DECLINED: 31603,
  SIGNALING_DISCONNECTED: 53001,
  REMOTE_DESCRIPTION_FAILED: 53402,
  MEDIA_CONNECTION_FAILED: 53405,
} as const;
