/** The answer of a far end to one request, or the code of the failure as Node names it. */
export type SipAnswer = { type: "answered"; status: number } | SipFailure;

export interface SipFailure {
  type: "failed";
  code: string;
}

export const noAnswer: SipFailure = { type: "failed", code: "ETIMEDOUT" };
export const noAddress: SipFailure = { type: "failed", code: "ENOTFOUND" };

/** Returns the failure of a request; without a cause no answer came in time. */
export function describeCause(cause: Error | null): SipFailure {
  if (cause === null) {
    return noAnswer;
  }
  const hasCode = "code" in cause && typeof cause.code === "string";
  return { type: "failed", code: hasCode ? String(cause.code) : cause.message };
}
