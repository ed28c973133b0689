import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { describeVoiceFailure } from "../../src/client/failures/describe-failure.ts";
import { voiceCatalogue } from "../../src/client/softphone/voice-errors.ts";
import type { Lab } from "./lab-page.ts";
import { openLab } from "./sdk-lab.ts";

declare const lab: Lab;

const tab = openLab();

const spec = readFileSync(
  join(import.meta.dirname, "../../../../docs/spec/voice-errors.md"),
  "utf8",
);
const written = [...spec.matchAll(/^ {2}\| (\d{5}) \| (\w+) \|$/gm)].map(
  ([, code, name]) => [Number(code), name] as const,
);
const codes = written.map(([code]) => code);
/** The SDK replaces each code on the left with the token error on the right. */
const ofToken = new Map([
  [31_201, 20_151],
  [31_204, 20_101],
  [31_205, 20_104],
]);

/** Returns the device's errors for each code from the signalling, in order. */
function reportErrors(sent: number[]) {
  return tab.evaluate(async (all) => {
    const device = await lab.registered();
    const errors = lab.listen(device).to("error");
    for (const code of all) {
      lab.newest().say("error", { error: { code, message: "so it is" } });
    }
    return errors.map(({ code, value }) => ({ code, name: String(value) }));
  }, sent);
}

/** Removes "Error", which the SDK appends to some names of the catalogue. */
function plain(name: string): string {
  return name.replace(/Error$/, "");
}

describe("the catalogue of voice errors", () => {
  test("[VE1] is exactly the rule's table of 39 codes and names", () => {
    const table = Object.values(voiceCatalogue).map(({ code, name }) => [code, name] as const);

    expect(written).toHaveLength(39);
    expect(table).toHaveLength(39);
    expect(new Map<number, string>(table)).toEqual(new Map(written));
  });

  test("[VE1] [VE2] [VE5] [VE8] names the error that the device reports for each code, with the console's options", async () => {
    const reported = await reportErrors(codes);

    const expected = codes.map((code) => ofToken.get(code) ?? code);
    expect(reported.map(({ code }) => code)).toEqual(expected);
    const names = new Map(written);
    expect(reported.map(({ name }) => plain(name))).toEqual(
      expected.map((code) => plain(names.get(code) ?? "")),
    );
  });

  test("[VE14] has a text for each code, without technical terms", () => {
    const general = describeVoiceFailure(99_999).words;
    const described = written.map(([code]) => describeVoiceFailure(code));

    expect(described.filter(({ words }) => words === general)).toEqual([]);
    expect(
      described.filter(({ words }) => /\b(SID|ICE|SDP|JWT|token|socket)\b/i.test(words)),
    ).toEqual([]);
    expect(described.map(({ code }) => code)).toEqual(written.map(([code]) => String(code)));
  });
});
