import { HttpError } from "../../lib/http-client.ts";
import { describeFailure } from "../failures/describe-failure.ts";

/** A network, a server that is not well, a session that ran out and haste pass by themselves. */
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
