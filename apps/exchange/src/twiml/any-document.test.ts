import fc from "fast-check";
import { expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest } from "../testing/core-under-test.ts";
import { APP } from "../testing/scripted-web.ts";
import type { Noun } from "./document/verb.ts";
import { VERBS } from "./verbs/verbs.ts";

/** All existing verbs and nouns, and invalid names. */
const NAMES = [
  ...new Set([...VERBS.byName.values()].flatMap(listNames)),
  ..."constructor __proto__ Sing".split(" "),
];
function listNames({ name, children }: Noun): string[] {
  return [name, ...children.flatMap(listNames)];
}
const ATTRIBUTES =
  "action loop timeout numDigits finishOnKey waitUrl callerId length digits " +
  "statusCallback timeLimit participantLabel name";
const value = fc.oneof(
  fc.constantFrom("", "0", "1", "-1", "99999999999", "true", "false", "/next", "//", "%", "#"),
  fc.constantFrom("http://app.test/x.wav", "http://10.0.0.1/", "ftp://x", "+61491570156", "CF0"),
  fc.string({ maxLength: 6 }),
);
function escape(text: string) {
  return text
    .replace(/[^\x20-\x7e]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;");
}

const { verb } = fc.letrec<{ verb: string }>((tie) => ({
  verb: fc
    .record({
      name: fc.constantFrom(...NAMES),
      attributes: fc.dictionary(fc.constantFrom(...ATTRIBUTES.split(" ")), value, { maxKeys: 3 }),
      inside: fc.oneof(
        { depthSize: "small" },
        value.map(escape),
        fc.array(tie("verb"), { maxLength: 3 }).map((verbs) => verbs.join("")),
      ),
    })
    .map(({ name, attributes, inside }) => {
      const written = Object.entries(attributes).map(([key, text]) => ` ${key}="${escape(text)}"`);
      return `<${name}${written.join("")}>${inside}</${name}>`;
    }),
}));

test("a call with random verbs causes no internal error, and leaves no call, conference or member", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(verb, { maxLength: 4 }), async (verbs) => {
      const it = new CoreUnderTest();
      it.web.respondWith("/next", `<Play>${APP}/next.wav</Play>`);

      const call = await it.ringInto(verbs.join(""));
      call.sink.onDigit("1");
      await it.clock.advance(1_500);
      it.sip.dialled.at(-1)?.sink.onAnswered();
      await it.clock.advance(500);
      await it.finish(call);
      call.sink.onEnded({ cause: "hangup" });
      await it.clock.advance(70_000);
      await settled();

      expect(it.errorsOf(call.sid)).not.toContain(20500);
      expect(it.core.calls.list().filter(({ end }) => end === null)).toEqual([]);
      expect(it.core.conferences.list({ status: "in-progress" })).toEqual([]);
      expect(it.core.queues.list().map(({ currentSize }) => currentSize)).toEqual(
        it.core.queues.list().map(() => 0),
      );
      expect([...it.media.memberships]).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
