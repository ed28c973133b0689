import { SipHeaders } from "../messages/sip-headers.ts";
import type { Incoming, SipRequest, SipResponse } from "../messages/sip-message.ts";
import { answerChallenge, type Credentials, parseDigestFields, readRealm } from "./digest.ts";

/**
 * A proxy and the far end behind it may each challenge once, and may each challenge again because
 * of a stale nonce.
 */
const MAX_ANSWERS = 4;

/**
 * Repeats the request with answers to the challenges of a 401 or 407, one for each realm, and with
 * the next CSeq or the given CSeq. Returns `null` without credentials, without a possible answer,
 * or after a refused answer. If only the nonce was stale, the challenge is answered again.
 */
export function withCredentials(
  request: SipRequest,
  response: Incoming<SipResponse>,
  credentials: Credentials | null,
  cseq: number = response.cseq.number + 1,
): SipRequest | null {
  const isProxy = response.status === 407;
  if ((!isProxy && response.status !== 401) || credentials === null) {
    return null;
  }
  const challenges = response.headers.all(isProxy ? "Proxy-Authenticate" : "WWW-Authenticate");
  const name = isProxy ? "Proxy-Authorization" : "Authorization";
  const { answered = 0 } = request;
  const before = request.headers.all(name);
  const answers = answersTo(
    challenges.filter((text) => isOpen(text, before)),
    (one) => answerChallenge(one, credentials, request),
  );
  if (answers.length === 0 || answered >= MAX_ANSWERS) {
    return null;
  }
  const unanswered = before.filter(
    (text) => !answers.some((one) => readRealm(one) === readRealm(text)),
  );
  const headers = without(request.headers, ["Via", name]);
  headers.set("CSeq", `${cseq} ${request.method}`);
  for (const answer of [...unanswered, ...answers]) {
    headers.add(name, answer);
  }
  return { ...request, headers, answered: answered + 1 };
}

/**
 * Returns true when a challenge can be answered: its realm has no answer yet, or only its nonce was
 * stale.
 */
function isOpen(challenge: string, before: readonly string[]): boolean {
  const isStale = parseDigestFields(challenge)?.get("stale")?.toLowerCase() === "true";
  return isStale || !before.some((answer) => readRealm(answer) === readRealm(challenge));
}

/**
 * Returns one answer for each realm. Several proxies may challenge at once, each for its realm, and
 * one realm may offer several hashes.
 */
function answersTo(
  challenges: readonly string[],
  answer: (ofOneRealm: string[]) => string | null,
): string[] {
  const realms = new Set(challenges.map(readRealm));
  return [...realms].flatMap(
    (realm) => answer(challenges.filter((text) => readRealm(text) === realm)) ?? [],
  );
}

function without(headers: SipHeaders, names: readonly string[]): SipHeaders {
  const left = new SipHeaders();
  for (const { name, value } of headers.entries()) {
    if (!names.includes(name)) {
      left.add(name, value);
    }
  }
  return left;
}
