import { HttpError } from "../../lib/http-client.ts";
import { describeFailure } from "../failures/describe-failure.ts";

/**
 * Returns the words of a final refusal; `null` for a temporary failure, such as of the network, of
 * the server, an expired session or a rate limit.
 */
export function describeRefusal(error: unknown): string | null {
  if (!(error instanceof HttpError)) {
    return describeFailure(error).words;
  }
  const { failure } = error;
  const passes =
    failure.kind !== "answered"
      ? failure.kind !== "malformed"
      : failure.status >= 500 || failure.status === 429 || failure.status === 401;
  return passes ? null : describeFailure(error).words;
}
