import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FakeClock } from "../core/test-fakes/fake-clock.ts";
import { ProcessRecogniser } from "./process-recogniser.ts";

const request = { language: "sv-SE", hints: "ja, nej", speechModel: "default" };
const partials: string[] = [];
let folder: string;
let clock: FakeClock;
let opened: ProcessRecogniser[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "linedesk-recogniser-"));
  clock = new FakeClock();
  opened = [];
  partials.length = 0;
});
afterEach(async () => {
  for (const recogniser of opened) await recogniser.close();
  rmSync(folder, { recursive: true });
});

/** A station's own program. */
function recogniserOf(script: string, limits: { maxRunning?: number; maxWaiting?: number } = {}) {
  const path = join(folder, "recognise.sh");
  writeFileSync(path, script);
  const recogniser = new ProcessRecogniser({
    words: ["sh", path],
    clock,
    maxRunning: 1,
    maxWaiting: 1,
    maxMemoryBytes: 2 ** 30,
    refuse: () => Promise.resolve(null),
    ...limits,
  });
  opened.push(recogniser);
  return recogniser;
}

const begin = (recogniser: ProcessRecogniser) =>
  recogniser.begin(request, (text) => partials.push(text));

describe("a recogniser of the station's", () => {
  test("[XT74] is told language and hints, reads samples and answers lines of JSON", async () => {
    const recognition = begin(
      recogniserOf(`echo 'Loading ...'
        echo '{"type":"partial","text":"ja"}'
        n=$(wc -c)
        echo "{\\"type\\":\\"final\\",\\"text\\":\\"$2 $6 $(echo $n)\\",\\"confidence\\":0.5}"`),
    );

    recognition.write(new Int16Array(1600));
    recognition.write(new Int16Array(1600));

    expect(await recognition.finish()).toEqual({
      type: "heard",
      text: "sv-SE ja, nej 6400",
      confidence: 0.5,
    });
    expect(partials).toEqual(["ja"]);
  });

  test.each([
    ["exit 3", "broken"],
    ['echo \'{"type":"final","text":7}\'', "broken"],
    ["yes not-json", "broken"],
    [`echo '{"type":"unsupported","message":"no model"}'`, "language"],
  ])("[XT71][XT74] %s is a failure (%s)", async (script, code) => {
    const end = await begin(recogniserOf(script)).finish();

    expect(end).toMatchObject({ type: "failed", code });
  });

  test("[XT74] that gives no answer is ended after 15 s", async () => {
    const recognition = begin(recogniserOf("sleep 600"));

    const ended = recognition.finish();
    await clock.advance(15_100);

    expect(await ended).toMatchObject({ code: "broken", message: expect.stringContaining("time") });
  });

  test("[XT74] so many at once; one more waits with what is said, and beyond that is refused", async () => {
    const recogniser = recogniserOf(
      `n=$(wc -c); echo "{\\"type\\":\\"final\\",\\"text\\":\\"$(echo $n)\\",\\"confidence\\":1}"`,
    );
    const [first, second, third] = [begin(recogniser), begin(recogniser), begin(recogniser)];
    second.write(new Int16Array(500));

    expect(await third.finish()).toMatchObject({ type: "failed", code: "busy" });
    expect(await first.finish()).toMatchObject({ text: "0" });
    expect(await second.finish()).toMatchObject({ text: "1000" });
  });
});
