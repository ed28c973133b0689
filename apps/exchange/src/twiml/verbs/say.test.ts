import { expect, test } from "vitest";

import type { SpeechRequest } from "@linedesk/speech";
import { aCallInto } from "../../testing/core-under-test.ts";
import { childElements } from "../document/element.ts";
import { parseTwiml } from "../document/parse-twiml.ts";
import type { DocumentScope } from "../document/verb.ts";
import { say } from "./say.ts";

/** Runs one Say; returns the speech request and the number of repetitions. */
async function spoken(verb: string) {
  const requests: SpeechRequest[] = [];
  const loops: number[] = [];
  const codes: number[] = [];
  const scope = {
    call: {
      answer: () => Promise.resolve(),
      logError: (_name: string, { errorCode }: { errorCode: number }) => codes.push(errorCode),
    },
    services: {
      audio: {
        speech: {
          speak(request: SpeechRequest) {
            requests.push(request);
            return Promise.resolve({ type: "silence", durationMs: 1 });
          },
        },
      },
    },
    player: {
      play(_source: unknown, loop: number) {
        loops.push(loop);
        return Promise.resolve({ reason: "finished" });
      },
    },
    signal: new AbortController().signal,
  } as unknown as DocumentScope;
  const [element] = childElements(parseTwiml(`<Response>${verb}</Response>`));
  if (!element) {
    throw new Error("there is no verb");
  }

  await say.run(element, scope);

  return { requests, loops, codes };
}

test("[XT5] Say passes on text, language and loop", async () => {
  const { requests, loops } = await spoken(`<Say language="de-DE" loop="3">Guten\n  Tag</Say>`);

  expect(requests).toEqual([{ text: "Guten Tag", language: "de-DE" }]);
  expect(loops).toEqual([3]);
});

test("[XT5] Say speaks Australian English by default, and nothing for empty text", async () => {
  expect((await spoken("<Say>G'day</Say>")).requests).toMatchObject([{ language: "en-AU" }]);
  expect((await spoken("<Say>  </Say>")).requests).toEqual([]);
});

test("[XT61] Say speaks the text inside speech markup, and its voice creates a notification", async () => {
  const { it, call } = await aCallInto('<Say voice="alice">good<break time="1s"/>bye</Say>');

  expect(it.soundOf(call)).toBe("goodbye");
  expect(it.errorsOf(call.sid)).toEqual([12200, 12200]);
});
