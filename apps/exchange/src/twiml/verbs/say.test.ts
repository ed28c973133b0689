import { expect, test } from "vitest";

import type { SpeechRequest } from "@linedesk/speech";
import { childElements } from "../document/element.ts";
import { parseTwiml } from "../document/parse-twiml.ts";
import type { DocumentScope } from "../document/verb.ts";
import { say } from "./say.ts";

/** Runs one Say; answers what the speech was asked for, and how often it is played. */
async function spoken(verb: string) {
  const requests: SpeechRequest[] = [];
  const loops: number[] = [];
  const codes: number[] = [];
  const scope = {
    call: {
      answer: () => Promise.resolve(),
      addLogEntry: (_type: string, _name: string, { errorCode }: { errorCode: number }) =>
        codes.push(errorCode),
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

test("[XT5] Say hands on text, language, voice and loop", async () => {
  const { requests, loops } = await spoken(
    `<Say language="de-DE" voice="woman" loop="3">Guten\n  Tag</Say>`,
  );

  expect(requests).toEqual([{ text: "Guten Tag", ssml: null, language: "de-DE", voice: "woman" }]);
  expect(loops).toEqual([3]);
});

test("[XT5] Say speaks Australian English unless told otherwise, and nothing of no text", async () => {
  expect((await spoken("<Say>G'day</Say>")).requests).toMatchObject([
    { language: "en-AU", voice: "" },
  ]);
  expect((await spoken("<Say>  </Say>")).requests).toEqual([]);
});

test.each([
  ['voice="Polly.Hans"', { voice: "Polly.Hans", language: "de-DE" }, []],
  ['voice="Polly.Hans" language="en-GB"', { voice: "Polly.Hans", language: "en-GB" }, []],
  ['voice="Google.fr-FR-Wavenet-A"', { voice: "Google.fr-FR-Wavenet-A", language: "fr-FR" }, []],
  ['voice="woman"', { voice: "woman", language: "en-AU" }, []],
  ['voice="Polly.Nobody"', { voice: "", language: "en-AU" }, [13511]],
  ['voice="Google.zz-ZZ-Standard-Nonsense"', { voice: "", language: "en-AU" }, [13511]],
])("[XT78] Say %s", async (attributes, request, noted) => {
  const { requests, codes } = await spoken(`<Say ${attributes}>Hello</Say>`);

  expect(requests).toMatchObject([request]);
  expect(codes).toEqual(noted);
});

test("[XT5] Say hands on its marks beside the plain text", async () => {
  const { requests } = await spoken(`<Say>one <break time="1s"/>two</Say>`);

  expect(requests).toMatchObject([
    { text: "one two", ssml: '<speak>one <break time="1000ms"/>two</speak>' },
  ]);
});
