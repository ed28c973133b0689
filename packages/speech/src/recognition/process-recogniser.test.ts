import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { FakeClock } from "@linedesk/base/testing";
import { groupMemoryBytes } from "./group-memory.ts";
import { ProcessRecogniser, type ProcessRecogniserOptions } from "./process-recogniser.ts";

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
  for (const recogniser of opened) {
    await recogniser.close();
  }
  rmSync(folder, { recursive: true });
});

/** A station's own program. */
function recogniserOf(script: string, limits: Partial<ProcessRecogniserOptions> = {}) {
  const path = join(folder, "recognise.sh");
  writeFileSync(path, script);
  const recogniser = new ProcessRecogniser({
    words: ["sh", path],
    environment: { PATH: "/usr/bin:/bin" },
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

function begin(recogniser: ProcessRecogniser) {
  return recogniser.begin(request, (text) => partials.push(text));
}

describe("a recogniser of the station's", () => {
  test("is told language and hints, reads samples and answers lines of JSON", async () => {
    const recognition = begin(
      recogniserOf(`echo 'Loading ...'
        echo '{"type":"partial","text":"ja"}'
        n=$(wc -c)
        echo "{\\"type\\":\\"final\\",\\"text\\":\\"$2 $SPEECH_HINTS $(echo $n)\\",\\"confidence\\":0.5}"`),
    );

    recognition.write(new Int16Array(1600));
    recognition.write(new Int16Array(1600));

    expect(await recognition.finish()).toEqual({
      type: "recognised",
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
  ])("%s is a failure (%s)", async (script, code) => {
    const end = await begin(recogniserOf(script)).finish();

    expect(end).toMatchObject({ type: "failed", code });
  });

  test.each([
    ['{"type":"final","text":"ja","confidence":1.5}', "confidence: "],
    ['{"type":"final","txt":"ja"}', "text: "],
  ])("whose last line has a wrong value (%s) is told which", async (line, value) => {
    const recogniser = recogniserOf(
      `echo '{"type":"partial","text":7}'; echo '${line}'; sleep 600`,
    );

    const end = await begin(recogniser).finish();

    expect(end).toMatchObject({ code: "broken", message: expect.stringContaining(value) });
  });

  test("need not end its last line", async () => {
    const answer = `{"type":"final","text":"ja","confidence":0.5}`;
    const recogniser = recogniserOf(`cat > /dev/null; printf '%s' '${answer}'`);

    expect(await begin(recogniser).finish()).toMatchObject({ type: "recognised", text: "ja" });
  });

  test("that the system does not start fails, and the next one runs", async () => {
    const program = join(folder, "being-replaced");
    copyFileSync("/bin/sh", program);
    chmodSync(program, 0o755);
    const words = [program, join(folder, "recognise.sh")];
    const busy = recogniserOf(`echo '{"type":"final","text":"ja"}'`, { words });
    const writing = openSync(program, "r+");

    const refused = await begin(busy).finish();
    closeSync(writing);

    expect(refused).toMatchObject({
      code: "broken",
      message: "the speech recogniser failed: it could not be started (ETXTBSY)",
    });
    expect(await begin(busy).finish()).toMatchObject({ text: "ja" });
  });

  test("that gives no answer is ended after 15 s", async () => {
    const recognition = begin(recogniserOf("sleep 600"));

    const ended = recognition.finish();
    await clock.advance(15_100);

    expect(await ended).toMatchObject({ code: "broken", message: expect.stringContaining("time") });
  });

  test("so many at once; one more waits with what is said, and beyond that is refused", async () => {
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

describe("what a recogniser of the station's may do to the machine", () => {
  const longMs = 30_000;
  const soon = { timeout: longMs, interval: 50 };
  /** The program of this script, which writes its id and takes 40 MB in a child of its own. */
  function greedy() {
    return `
    trap "" TERM HUP INT
    sh -c 'held=$(head -c 40000000 /dev/zero | tr "\\0" a); sleep 600' &
    echo $$ > "${join(folder, "id")}"
    sleep 600`;
  }
  function memory() {
    return groupMemoryBytes(Number(readFileSync(join(folder, "id"), "utf8")));
  }
  function untilTaken() {
    return vi.waitFor(async () => expect(await memory()).toBeGreaterThan(40_000_000), soon);
  }
  function isGone() {
    return vi.waitUntil(async () => (await memory()) === 0, soon);
  }

  test("what its children take counts with it; beyond the bound all of them are killed", async () => {
    const recognition = begin(recogniserOf(greedy(), { maxMemoryBytes: 30_000_000 }));
    await untilTaken();

    const ended = recognition.finish();
    await clock.advance(1000);

    const message = expect.stringContaining("too much memory");
    expect(await ended).toMatchObject({ code: "broken", message });
    expect(await isGone()).toBe(true);
  }, 60_000);

  test("it ends with its children as soon as nobody wants the words, whatever it ignores", async () => {
    const recognition = begin(recogniserOf(greedy()));
    await untilTaken();

    recognition.cancel();

    expect(await isGone()).toBe(true);
  }, 60_000);

  test("no argument names hints; those that the system would not take are left out", async () => {
    const hints = Array.from({ length: 20_000 }, (_, at) => `phrase ${at}`).join(",");
    const recogniser = recogniserOf(
      `echo "{\\"type\\":\\"final\\",\\"text\\":\\"$* and $(echo "$SPEECH_HINTS" | cut -c 1-17) $(echo "$SPEECH_HINTS" | wc -c)\\"}"`,
    );

    const end = await recogniser.begin({ ...request, hints }, () => undefined).finish();

    expect(end).toMatchObject({
      text: expect.stringMatching(
        /^--language sv-SE --model default and phrase 0,phrase 1 (?:99|100)\d{3}$/,
      ),
    });
  });
});
