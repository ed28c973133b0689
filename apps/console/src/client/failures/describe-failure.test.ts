import { describe, expect, test } from "vitest";

import { HttpError, type HttpFailure } from "../../lib/http-client.ts";
import { describeFailure, describeVoiceFailure } from "./describe-failure.ts";

function http(failure: HttpFailure) {
  return describeFailure(new HttpError(failure));
}

describe("the words of a failure", () => {
  test("[EW1] are those of the code", () => {
    const words = [31401, 20104, 31202, 53001, 53405, 31486, 31603, 31480, 31404, 31206].map(
      (code) => describeVoiceFailure(code).words,
    );

    expect(words).toEqual([
      "The browser blocks the microphone. Show me how",
      "Your phone login ran out. We are renewing it",
      "Phone login was refused. Tell an admin",
      "Lost the phone network. Reconnecting...",
      "The sound path failed. Your network may block calls. Run the check",
      "Busy",
      "Declined",
      "Not reachable",
      "Number not found",
      "Too many tries. Wait a minute",
    ]);
  });

  test("[EW2] are general words with the code where the code has none of its own", () => {
    expect(describeVoiceFailure(31999)).toEqual({
      words: "The browser phone failed",
      code: "31999",
    });
  });

  test("[AP17] differ for a network error, a timeout, a refusal and a mismatch; an abort has none", () => {
    const body = { code: "call_taken" as const, message: "Bob has this call", requestId: "r" };

    expect(http({ kind: "network" }).words).toBe("We could not reach the server");
    expect(http({ kind: "timeout", timeoutMs: 10_000 }).words).toContain("did not answer in 10 s");
    expect(http({ kind: "answered", status: 409, body })).toEqual({
      words: "Bob has this call",
      code: "call_taken",
    });
    expect(http({ kind: "malformed" }).words).toContain("Reload the page");
    expect(http({ kind: "aborted" }).words).toBe("");
  });
});
