import { resolveIssuer } from "../../../auth/auth-deps.ts";
import { InsecureIssuerError } from "../../../auth/insecure-issuer-error.ts";
import { OidcClient } from "../../../auth/oidc-client.ts";
import { CALLBACK_PATH } from "../../../auth/sign-in.ts";
import { type Check, runsServer, type Surroundings } from "../context/check.ts";
import { type Finding, leftOut, right, wrong } from "../context/finding.ts";
import { describeFailure, readCode } from "../probes/describe-failure.ts";

const ASK_TIMEOUT_MS = 5_000;

/** Checks the issuer's discovery document, and the issuer's answer to the redirect of a sign-in. */
export const signIn: Check = {
  name: "sign-in",
  timeoutMs: 15_000,
  lateAdvice: "Check whether this machine reaches the issuer, perhaps through a firewall.",
  async run(around) {
    const { auth } = around.config;
    const url = around.station.server?.url ?? around.config.http.publicUrl;
    if (auth.issuer === null && !runsServer(around)) {
      return [leftOut("OIDC_ISSUER is not set, and the demonstration sign-in does not run.")];
    }
    const origin = around.config.http.publicUrlGiven ? around.config.http.publicUrl : url;
    return checkIssuer(around, origin);
  },
};

async function checkIssuer(around: Surroundings, origin: string): Promise<Finding[]> {
  const { config, station } = around;
  const { auth } = config;
  const isEmbedded = auth.issuer === null;
  const http = { ...config.http, publicUrl: origin };
  const issuer = resolveIssuer({ auth, http, supportPhone: null });
  const client = new OidcClient({
    issuer,
    clientId: auth.clientId,
    clientSecret: auth.clientSecret,
    scope: auth.scope,
    embeddedIssuerOrigin: isEmbedded ? (station.server?.internalUrl ?? null) : null,
    wantedClaims: [],
    groupsClaim: auth.groupsClaim,
    now: () => around.now().getTime(),
    onRenewalFailed: () => undefined,
    onClaimsFailed: () => undefined,
  });
  const redirect = `${origin}${CALLBACK_PATH}`;
  try {
    const { url } = await client.createAuthorizationRequest(origin, redirect, {});
    const found = right(`${issuer} answers the discovery of OpenID Connect.`);
    return [found, await checkRedirect(toReachable(url, around, origin), redirect)];
  } catch (error) {
    return [describeIssuerFailure(error, issuer)];
  }
}

/**
 * The certificate of the embedded issuer is not trusted, so the check uses the issuer's internal
 * address.
 */
function toReachable(url: string, { config, station }: Surroundings, origin: string): string {
  const inside = station.server?.internalUrl;
  return config.auth.issuer === null && config.http.tls === "self-signed" && inside !== undefined
    ? `${inside}${url.slice(origin.length)}`
    : url;
}

async function checkRedirect(url: string, redirect: string): Promise<Finding> {
  const { origin } = new URL(url);
  try {
    const signal = AbortSignal.timeout(ASK_TIMEOUT_MS);
    const answer = await fetch(url, { redirect: "manual", signal });
    const location = answer.headers.get("location");
    return judgeRedirect({ status: answer.status, location, body: await answer.text() }, redirect);
  } catch (error) {
    const { text, advice } = describeFailure(error);
    return wrong(
      `${origin} does not answer a sign-in: ${text}.`,
      advice ?? "Check whether this machine and the desks reach the issuer.",
    );
  }
}

interface SignInAnswer {
  status: number;
  location: string | null;
  body: string;
}

/** An issuer shows its own page for a wrong client or redirect, and redirects other errors back. */
export function judgeRedirect({ status, location, body }: SignInAnswer, redirect: string): Finding {
  const target =
    location !== null && URL.canParse(location, redirect) ? new URL(location, redirect) : null;
  const error = target?.searchParams.get("error") ?? null;
  if (target !== null && error !== null && target.href.startsWith(redirect)) {
    return wrong(
      `The issuer refuses a sign-in: ${error}.`,
      "Correct OIDC_CLIENT_ID and OIDC_SCOPE, and the client's settings at the issuer.",
    );
  }
  if (status >= 500) {
    return wrong(`The issuer answers a sign-in with status ${status}.`, "Read the issuer's log.");
  }
  if (status >= 400 || /redirect_uri_mismatch|invalid_redirect_uri|AADSTS50011/.test(body)) {
    return wrong(
      `The issuer refuses the client or the redirect of a sign-in (status ${status}).`,
      `Register ${redirect} as a redirect URI of the client that OIDC_CLIENT_ID names.`,
    );
  }
  return right(`The issuer accepts a sign-in that returns to ${redirect}.`);
}

function describeIssuerFailure(error: unknown, issuer: string): Finding {
  if (error instanceof InsecureIssuerError) {
    return wrong(`${error.message}.`, "Correct the issuer's own addresses to https.");
  }
  const code = readCode(error);
  if (code.startsWith("OAUTH_")) {
    return wrong(
      `${issuer} is no OpenID Connect issuer, or gives another address for itself.`,
      `Set OIDC_ISSUER to the value "issuer" of ${issuer.replace(/\/$/, "")}/.well-known/openid-configuration.`,
    );
  }
  const { text, advice } = describeFailure(error);
  return wrong(
    `The issuer ${issuer} does not answer: ${text}.`,
    advice ?? "Correct OIDC_ISSUER, or allow connections to it in the firewall.",
  );
}
