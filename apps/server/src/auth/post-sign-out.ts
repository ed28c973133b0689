import { describeFailure } from "./auth-codes.ts";
import {
  hasValidCsrfToken,
  sendCsrfRejection,
  type AuthHandler,
  type AuthHandlerDeps,
} from "./auth-handler.ts";
import { resolveCallbackUrlOrRoot } from "./callback-url.ts";
import { isTrue, readSource, resolveOrigin, readFields, sendRedirect } from "./read-fields.ts";

export function postSignOut(parts: AuthHandlerDeps): AuthHandler {
  return async (request, reply) => {
    const { deps, sessions, cookies } = parts;
    const given = readFields(request.body);
    const origin = resolveOrigin(request, deps.config.http);
    if (!hasValidCsrfToken(parts, request)) {
      return sendCsrfRejection({ request, reply }, origin, given);
    }
    const token = cookies.read(request, "session");
    const everywhere = isTrue(given.everywhere) ? await sessions.find(token) : null;
    const ended = await sessions.end(token);
    if (everywhere !== null) {
      await sessions.endSessionsOf(everywhere.user.id);
    }
    cookies.clear(reply, "session");
    if (ended !== null) {
      const source = readSource(request);
      deps.log.info({ ...source, user: ended.userId }, "session ended by sign-out");
      await deps.noteSignOut(ended.userId, source);
    }
    const callbackUrl = resolveCallbackUrlOrRoot(given.callbackUrl, origin);
    const url =
      ended === null
        ? callbackUrl
        : await resolveSignOutUrl(parts, { origin, callbackUrl, ...ended });
    return sendRedirect(reply, url, given);
  };
}

/**
 * Returns the issuer's end-session URL, or the callback URL if the issuer's session stays. Our own
 * session has already ended.
 */
async function resolveSignOutUrl(
  { deps, signIn }: AuthHandlerDeps,
  going: { origin: string; callbackUrl: string; idTokenHint: string | null },
): Promise<string> {
  if (!deps.endsIssuerSession) {
    return going.callbackUrl;
  }
  try {
    const returnTo = `${going.origin}/`;
    const url = await signIn.oidc.createEndSessionUrl(going.origin, going.idTokenHint, returnTo);
    return url ?? going.callbackUrl;
  } catch (err) {
    deps.log.warn({ failure: describeFailure(err) }, "issuer sign-out failed");
    return going.callbackUrl;
  }
}
