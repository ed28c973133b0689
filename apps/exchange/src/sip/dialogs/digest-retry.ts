import { answerChallenge, type Credentials, parseDigestFields } from "./digest.ts";
import type { Incoming, SipRequest, SipResponse } from "../messages/sip-message.ts";
import { SipHeaders } from "../messages/sip-headers.ts";

/** A proxy and the far end behind it may each ask, and each nonce grow stale once. */
const maxAnswers = 4;

/**
 * The request again, with the answer to the challenge of a 401 or 407 and the next CSeq; null
 * when we have no credentials, cannot answer, or have answered before and were refused; a nonce
 * that only grew stale is answered once more.
 */
export function withCredentials(
  request: SipRequest,
  response: Incoming<SipResponse>,
  credentials: Credentials | null,
): SipRequest | null {
  const isProxy = response.status === 407;
  const answerHeader = isProxy ? "Proxy-Authorization" : "Authorization";
  if (!isProxy && response.status !== 401) return null;
  if (credentials === null) return null;
  const challenges = response.headers.all(isProxy ? "Proxy-Authenticate" : "WWW-Authenticate");
  const { answered = 0 } = request;
  const isStale = challenges.some(
    (text) => parseDigestFields(text)?.get("stale")?.toLowerCase() === "true",
  );
  const wasRefused = request.headers.get(answerHeader) !== null && !isStale;
  if (wasRefused || answered >= maxAnswers) return null;
  const answer = answerChallenge(challenges, credentials, request);
  if (answer === null) return null;
  const headers = new SipHeaders();
  for (const { name, value } of request.headers.entries()) {
    if (name !== "Via") headers.add(name, value);
  }
  headers.set("CSeq", `${response.cseq.number + 1} ${request.method}`);
  headers.set(answerHeader, answer);
  return { ...request, headers, answered: answered + 1 };
}
