export type AuthCodeUse =
  | { type: "answered"; status: number; message: string }
  | { type: "at_start"; message: string }
  | { type: "cannot_occur"; because: string };

export const authCodes = {
  MISSING_NEXTAUTH_API_ROUTE_ERROR: {
    type: "answered",
    status: 404,
    message: "The request to the auth API names no action.",
  },
  NO_SECRET: { type: "at_start", message: "SESSION_SECRET is missing. Production needs it." },
  CALLBACK_CREDENTIALS_HANDLER_ERROR: {
    type: "cannot_occur",
    because: "there is no credentials provider",
  },
  EMAIL_REQUIRES_ADAPTER_ERROR: { type: "cannot_occur", because: "there is no e-mail provider" },
  MISSING_ADAPTER_METHODS_ERROR: {
    type: "cannot_occur",
    because: "the session store is our own and has every method",
  },
  CALLBACK_CREDENTIALS_JWT_ERROR: {
    type: "cannot_occur",
    because: "there is no credentials provider",
  },
  INVALID_CALLBACK_URL_ERROR: {
    type: "answered",
    status: 400,
    message: "The return address does not belong to this station.",
  },
} as const satisfies Record<string, AuthCodeUse>;

export type AuthCode = keyof typeof authCodes;
type AnsweredCode = {
  [C in AuthCode]: (typeof authCodes)[C]["type"] extends "cannot_occur" ? never : C;
}[AuthCode];

export class AuthError extends Error {
  override name = "AuthError";
  readonly code: AnsweredCode;

  constructor(code: AnsweredCode) {
    super(authCodes[code].message);
    this.code = code;
  }

  get status(): number {
    const use = authCodes[this.code];
    return use.type === "answered" ? use.status : 500;
  }
}

export type SignInProblem =
  | "AccessDenied"
  /** The issuer's answer: the person pressed Cancel, or may not use this client. */
  | "Cancelled"
  /** The clocks of the issuer and the station differ. */
  | "ClockOff"
  /** The issuer's address has no discovery document. */
  | "Discovery"
  /** The ticket of the sign-in is missing or too old. */
  | "Expired"
  /** The issuer's name is not the configured one. */
  | "IssuerMismatch"
  | "LoginRequired"
  /** The issuer refuses the sign-in with an error that no standard names. */
  | "Refused"
  /** The issuer does not sign the ID token with a key of its own. */
  | "SigningMethod"
  | "Unavailable"
  /** The issuer has no claims of the person. */
  | "UserInfo"
  | "OAuthSignin"
  | "OAuthCallback"
  | "SessionRequired"
  | "Configuration";

const LONGEST_CODE = 60;
const LONGEST_WORDS = 300;

/** Returns the issuer's description of an error (RFC 6749 section 5.2), for the field `pii`. */
export function readIssuerWords(words: unknown): { issuerWords?: string } {
  return typeof words === "string" && words !== ""
    ? { issuerWords: words.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ").slice(0, LONGEST_WORDS) }
    : {};
}

/** Describes a failed sign-in for the log, without the issuer's answers, codes and tokens. */
export function describeFailure(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) {
    return { type: typeof error };
  }
  const { name, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  const why = cause instanceof Error ? cause.message : undefined;
  const refused = "error" in error && typeof error.error === "string" ? error.error : undefined;
  const issuerError = refused?.slice(0, LONGEST_CODE);
  return { name, code, stack, cause: why, issuerError, ...describeMismatch(cause) };
}

/** The attributes whose values the log may contain. */
const NAMES = ["issuer", "iss", "aud"];

/** Returns the expected and the actual name of an issuer or a client. */
function describeMismatch(cause: unknown): Record<string, unknown> {
  if (typeof cause !== "object" || cause === null) {
    return {};
  }
  const { claim, attribute, expected, claims, body } = cause as Record<string, unknown>;
  const name = claim ?? attribute;
  if (typeof name !== "string" || !NAMES.includes(name)) {
    return {};
  }
  const actual = ((claims ?? body ?? {}) as Record<string, unknown>)[name];
  return { attribute: name, expected: JSON.stringify(expected), actual: JSON.stringify(actual) };
}
