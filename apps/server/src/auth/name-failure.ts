import type { SignInProblem } from "./auth-codes.ts";
import { InsecureIssuerError } from "./insecure-issuer-error.ts";
import { UserInfoError } from "./user-info-error.ts";

/**
 * Maps the errors of RFC 6749 and OpenID Connect Core 3.1.2.6 to the problems that the sign-in page
 * shows.
 */
const refusals: Readonly<Record<string, SignInProblem>> = {
  access_denied: "Cancelled",
  login_required: "LoginRequired",
  interaction_required: "LoginRequired",
  consent_required: "LoginRequired",
  account_selection_required: "LoginRequired",
  temporarily_unavailable: "Unavailable",
  server_error: "Unavailable",
  invalid_request: "Configuration",
  invalid_scope: "Configuration",
  unauthorized_client: "Configuration",
  unsupported_response_type: "Configuration",
};

export function nameRefusal(refusal: string): SignInProblem {
  return Object.hasOwn(refusals, refusal) ? (refusals[refusal] ?? "OAuthCallback") : "Refused";
}

export function failureCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}

/** The library wraps the error that names the claim in at most this many other errors. */
const MOST_CAUSES = 4;

/** Returns the name of the claim whose value in the ID token is unexpected. */
function wrongClaim(error: unknown): unknown {
  let cause: unknown = error;
  for (
    let depth = 0;
    depth < MOST_CAUSES && typeof cause === "object" && cause !== null;
    depth += 1
  ) {
    if ("claim" in cause) {
      return cause.claim;
    }
    cause = "cause" in cause ? cause.cause : undefined;
  }
  return undefined;
}

/**
 * Returns true for a token that is signed with the client's secret (HS256), or by an unknown
 * method.
 */
function isSignedOtherwise(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  return /"alg"|JWS algorithm/.test(cause?.message ?? "");
}

const NOT_A_DOCUMENT = new Set([
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
  "OAUTH_INVALID_RESPONSE",
]);

/** Returns the problem that the sign-in page shows for a failed discovery. */
export function nameDiscoveryFailure(error: unknown): SignInProblem {
  if (error instanceof InsecureIssuerError) {
    return "Configuration";
  }
  if (error instanceof Error && error.cause instanceof Response && error.cause.status >= 500) {
    return "Unavailable";
  }
  const code = failureCode(error);
  if (code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED") {
    return "IssuerMismatch";
  }
  return code !== undefined && NOT_A_DOCUMENT.has(code) ? "Discovery" : "OAuthSignin";
}

/** Returns the problem that the sign-in page shows for a failed exchange of the code. */
export function nameFailure(error: unknown): SignInProblem {
  if (error instanceof UserInfoError) {
    const problem = nameFailure(error.cause);
    return problem === "OAuthCallback" ? "UserInfo" : problem;
  }
  const code = failureCode(error);
  if (code === "OAUTH_JWT_TIMESTAMP_CHECK_FAILED") {
    return "ClockOff";
  }
  if (code === "OAUTH_JWT_CLAIM_COMPARISON_FAILED") {
    const claim = wrongClaim(error);
    return claim === "iss" ? "IssuerMismatch" : claim === "aud" ? "Configuration" : "OAuthCallback";
  }
  if (isSignedOtherwise(error)) {
    return "SigningMethod";
  }
  const refused = error instanceof Error && "error" in error ? error.error : undefined;
  if (refused === "invalid_client" || refused === "unauthorized_client") {
    return "Configuration";
  }
  const isNetwork = error instanceof TypeError && error.message === "fetch failed";
  return isNetwork || code === "OAUTH_TIMEOUT" ? "OAuthSignin" : "OAuthCallback";
}
