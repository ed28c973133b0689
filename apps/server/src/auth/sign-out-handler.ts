import { isFromOurPage, refuseForged, type AuthHandler, type AuthParts } from "./auth-parts.ts";
import { isYes, originOf, readFields, sendAddress } from "./auth-request.ts";
import { callbackUrlOrFront } from "./callback-url.ts";
import { failureOf } from "./failure.ts";

export function postSignOut(parts: AuthParts): AuthHandler {
  return async (request, reply) => {
    const { deps, sessions, cookies } = parts;
    const given = readFields(request.body);
    const origin = originOf(request, deps.config.http);
    if (!isFromOurPage(parts, request)) {
      return refuseForged(reply, origin, given);
    }
    const token = cookies.read(request, "session");
    const everywhere = isYes(given.everywhere) ? await sessions.find(token) : null;
    const ended = await sessions.end(token);
    if (everywhere !== null) {
      await sessions.endAllOf(everywhere.user.id);
    }
    cookies.clear(reply, "session");
    const callbackUrl = callbackUrlOrFront(given.callbackUrl, origin);
    const url =
      ended === null ? callbackUrl : await afterSignOut(parts, { origin, callbackUrl, ...ended });
    return sendAddress(reply, url, given);
  };
}

interface SigningOut {
  origin: string;
  callbackUrl: string;
  idTokenHint: string | null;
}

/** By way of the issuer when it is to forget too; our own session has ended in any case. */
async function afterSignOut({ deps, signIn }: AuthParts, going: SigningOut): Promise<string> {
  if (!deps.endsIssuerSession) {
    return going.callbackUrl;
  }
  try {
    const front = `${going.origin}/`;
    const place = await signIn.oidc.leave(going.origin, going.idTokenHint, front);
    return place ?? going.callbackUrl;
  } catch (err) {
    deps.log.warn({ failure: failureOf(err) }, "the issuer cannot be told of a sign-out");
    return going.callbackUrl;
  }
}
