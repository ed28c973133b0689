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
/** What the SDK tells as a general error unless it is asked to be precise. */
const restricted = [
  31_001, 31_002, 31_003, 31_101, 31_102, 31_103, 31_104, 31_105, 31_107, 31_201, 31_202, 31_203,
  31_204, 31_205, 31_207, 31_404, 31_480, 31_486, 31_603,
];
/** These are told as errors of the token. */
const ofToken = new Map([
  [31_201, 20_151],
  [31_204, 20_101],
  [31_205, 20_104],
]);

/** What the device says of each code that signalling names, in order. */
function reportErrors(sent: number[], isPrecise: boolean) {
  return tab.evaluate(
    async ([all, enableImprovedSignalingErrorPrecision]) => {
      const device = await lab.registered({ enableImprovedSignalingErrorPrecision });
      const errors = lab.listen(device).to("error");
      for (const code of all) {
        lab.newest().say("error", { error: { code, message: "so it is" } });
      }
      return errors.map(({ code, value }) => ({ code, name: String(value) }));
    },
    [sent, isPrecise] as const,
  );
}

/** The SDK ends some of the names of the catalogue with "Error". */
function plain(name: string): string {
  return name.replace(/Error$/, "");
}

describe("the catalogue of voice errors", () => {
  test("[VE1] is one table of 39 codes and names, and it is the rule's", () => {
    const table = Object.values(voiceCatalogue).map(({ code, name }) => [code, name] as const);

    expect(written).toHaveLength(39);
    expect(table).toHaveLength(39);
    expect(new Map<number, string>(table)).toEqual(new Map(written));
  });

  test("[VE1] [VE2] [VE5] [VE8] each code comes as the device's error, by its name, as ours is set up", async () => {
    const reported = await reportErrors(codes, true);

    const expected = codes.map((code) => ofToken.get(code) ?? code);
    expect(reported.map(({ code }) => code)).toEqual(expected);
    const names = new Map(written);
    expect(reported.map(({ name }) => plain(name))).toEqual(
      expected.map((code) => plain(names.get(code) ?? "")),
    );
  });

  test("[VE5] without precision the restricted codes, and they alone, come as signalling's ConnectionError", async () => {
    const reported = await reportErrors(codes, false);

    const general = codes.filter(
      (code, index) => code !== 53_000 && reported[index]?.code === 53_000,
    );
    expect(general).toEqual(restricted.filter((code) => !ofToken.has(code)));
    // The three of the token have errors of their own, precise or not.
    expect([...ofToken.keys()].every((code) => restricted.includes(code))).toBe(true);
  });

  test("[VE8] a code that nobody knows is an UnknownError; in a frame of signalling, its ConnectionError", async () => {
    const ofDevice = await tab.evaluate(async () => {
      const device = await lab.registered();
      const errors = lab.listen(device).to("error");
      const stream = Reflect.get(device, "_stream") as { emit(name: string, more: object): void };
      stream.emit("error", { error: { code: 39_999, message: "so it is" } });
      return errors.map(({ code, value }) => ({ code, name: String(value) }));
    });
    const ofMessage = await tab.evaluate(async () => {
      lab.answerCalls();
      const device = await lab.registered();
      const call = await device.connect();
      await lab.until(() => call.status() === "open");
      const errors = lab.listen(call).to("error");
      const voiceeventsid = call.sendMessage({ content: {}, messageType: "user-defined-message" });
      const callsid = call.parameters["CallSid"];
      lab.newest().say("error", { callsid, voiceeventsid, error: { code: 39_999 } });
      return errors.map(({ code, value }) => ({ code, name: String(value) }));
    });

    const unknown = { code: 31_000, name: "UnknownError" };
    expect([ofDevice, ofMessage]).toEqual([[unknown], [unknown]]);
    expect(await reportErrors([39_999], true)).toEqual([{ code: 53_000, name: "ConnectionError" }]);
  });

  test("[VE2] an expired token is not registered again until there is a new one", async () => {
    await tab.evaluate(async () => {
      await lab.registered();
      lab.newest().say("error", { error: { code: 31_205, message: "expired" } });
    });
    for (let past = 0; past < 90_000; past += 10_000) {
      await tab.run(10_000);
      await tab.evaluate(() => lab.newest().sayRaw("\n"));
    }

    expect(await tab.evaluate(() => lab.newest().frames("register").length)).toBe(1);
  });

  test("[VE14] every code of the catalogue has words of its own, of people and not of the trade", () => {
    const general = describeVoiceFailure(99_999).words;
    const described = written.map(([code]) => describeVoiceFailure(code));

    expect(described.filter(({ words }) => words === general)).toEqual([]);
    expect(
      described.filter(({ words }) => /\b(SID|ICE|SDP|JWT|token|socket)\b/i.test(words)),
    ).toEqual([]);
    expect(described.map(({ code }) => code)).toEqual(written.map(([code]) => String(code)));
  });
});
