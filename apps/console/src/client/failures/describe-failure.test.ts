import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { HttpError, type HttpFailure } from "../../lib/http-client.ts";
import { aRefusal } from "../../testing/a-refusal.ts";
import { InvalidStateError } from "../softphone/voice-errors.ts";
import { setReasonWriter } from "../words/page-words.ts";
import { writeReason } from "../words/reasons/reason-words.ts";
import { describeFailure, describeVoiceFailure } from "./describe-failure.ts";

function http(failure: HttpFailure) {
  return describeFailure(new HttpError(failure));
}

const spec = join(import.meta.dirname, "../../../../../docs/spec/error-words.md");

/** Returns the codes of the rule's table with their words. */
function rowsOfTheRule(): [code: string | undefined, words: string | undefined][] {
  const page = readFileSync(spec, "utf8");
  const table = page.slice(page.indexOf("[EW1]"), page.indexOf("[EW2]"));
  return [...table.matchAll(/^ {2}\| (\d.*?) \| (.+?) \|$/gm)].flatMap(([, codes, words]) =>
    (codes ?? "").split(", ").map((code): [string, string | undefined] => [code, words]),
  );
}

describe("the text of a failure", () => {
  test("[EW1] is that of the rule's table, code by code", () => {
    const rows = rowsOfTheRule();

    expect(rows.length).toBeGreaterThan(15);
    for (const [code = "", words] of rows) {
      const shownCode = /^\d+$/.test(code)
        ? describeVoiceFailure(Number(code))
        : describeFailure(new DOMException("", code));
      expect([code, shownCode.words]).toEqual([code, words]);
      expect(shownCode.code).toMatch(/^\d{5}$/);
    }
  });

  test("[EW2] is a general text with the code when the code has no text of its own", () => {
    expect(describeVoiceFailure(31999)).toEqual({
      words: "The browser phone failed",
      code: "31999",
    });
  });

  test("[EW6] is that of the rule's table for an error without a number, with its name in small type", () => {
    const page = readFileSync(spec, "utf8");
    const table = page.slice(page.indexOf("[EW6]"));
    const rows = [...table.matchAll(/^ {2}\| ([^|-]+?) \| (.+?) \|$/gm)].slice(1);
    const thrown: Record<string, unknown> = {
      SessionRequired: new HttpError({ kind: "answered", status: 401, body: null }),
      CLIENT_FETCH_ERROR: new HttpError({ kind: "network" }),
    };

    expect(rows.length).toBe(4);
    for (const [, code = "", words] of rows) {
      const error = thrown[code] ?? new InvalidStateError(code);
      expect(describeFailure(error, "line1")).toEqual({ words, code });
    }
    const second = describeFailure(new InvalidStateError("A Call is already active"), "line2");
    expect(second.words).toContain("on line 2.");
  });

  test("[AP16] differs for a network error, a timeout, a refusal and a mismatch, and an abort has none", () => {
    onTestFinished(() => setReasonWriter(null));
    setReasonWriter(writeReason);
    const taken = aRefusal("call_taken", { reason: "call_taken", params: { name: "Bob" } });

    expect(http({ kind: "network" }).words).toBe("We could not reach the server");
    expect(http({ kind: "timeout", timeoutMs: 10_000 }).words).toContain("did not answer in 10 s");
    expect(describeFailure(taken)).toEqual({
      words: "Bob has this call.",
      code: null,
    });
    expect(http({ kind: "malformed" }).words).toContain("Reload the page");
    expect(http({ kind: "aborted" }).words).toBe("");
  });
});
