import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { gathering } from "../../testing/a-gather.ts";
import type { CoreUnderTest } from "../../testing/core-under-test.ts";

function failures(it: CoreUnderTest, callSid: string) {
  return it.core.reports.notifications.list({ callSid }).map(({ errorCode }) => errorCode);
}

describe("partial results", () => {
  test("are told in order, not waited for, with what is stable of them", async () => {
    const { it, speak } = await gathering(`input="speech" partialResultCallback="/part"`);
    await speak();

    for (const text of ["i would", "i would like", "i would like damn shit"]) {
      it.recogniser.emitPartial(text);
    }
    await settled();

    const partials = it.web
      .requestsTo("/part")
      .map((params) => [
        params["SequenceNumber"],
        params["StableSpeechResult"],
        params["UnstableSpeechResult"],
      ]);
    expect(partials).toEqual([
      ["0", "", "i would"],
      ["1", "i would", "like"],
      ["2", "i would like", "damn s***"],
    ]);
    expect(it.web.requestsTo("/part")[0]).toMatchObject({ Stability: "0.5", Language: "en-US" });
  });

  test("go on when one is answered 500, which is told at once", async () => {
    const { it, call, speak } = await gathering(`input="speech" partialResultCallback="/part"`);
    it.web.on("/part", { status: 500 });
    await speak();

    for (const text of ["one", "one two", "one two three"]) {
      it.recogniser.emitPartial(text);
    }
    await settled();

    const sequence = it.web.requestsTo("/part").map((params) => params["SequenceNumber"]);
    expect(sequence).toEqual(["0", "1", "2"]);
    const notes = it.core.reports.notifications.list({ callSid: call.sid });
    expect(notes.map(({ errorCode }) => errorCode)).toEqual([15003]);
  });

  test("that keep failing are told of once, in each Gather", async () => {
    const { it, call, speak, fallSilent } = await gathering(
      `input="speech" partialResultCallback="/part"`,
      "",
      `<Gather input="speech" partialResultCallback="/part"/>`,
    );
    it.web.isUnreachable = true;
    await speak();
    for (let count = 1; count <= 30; count += 1) {
      it.recogniser.emitPartial("word ".repeat(count).trim());
      await settled();
    }
    expect(failures(it, call.sid)).toEqual([11205]);
    expect(it.errorsOf(call.sid)).toEqual([11205]);
    await fallSilent();
    it.recogniser.end({ type: "nothing" });
    await settled();

    await speak();
    it.recogniser.emitPartial("once");
    it.recogniser.emitPartial("once more");
    await settled();

    expect(failures(it, call.sid)).toEqual([11205, 11205]);
  });

  test("wait ten at most behind a slow application; then the newest counts", async () => {
    const { it, speak } = await gathering(`input="speech" partialResultCallback="/part"`);
    const answers: ((reply: string) => void)[] = [];
    it.web.on("/part", () => new Promise((resolve) => answers.push(resolve)));
    await speak();
    const texts = Array.from({ length: 40 }, (_, at) => `the ${at}`);
    for (const text of texts) {
      it.recogniser.emitPartial(text);
    }

    for (let count = 0; count < 12; count += 1) {
      answers.shift()?.("");
      await settled();
    }

    const partials = it.web.requestsTo("/part");
    expect(partials.map((params) => params["SequenceNumber"])).toEqual(
      Array.from({ length: 11 }, (_, at) => String(at)),
    );
    expect(partials.at(-1)).toMatchObject({
      StableSpeechResult: "the",
      UnstableSpeechResult: "39",
    });
  });

  test("that wait are dropped when the Gather is over", async () => {
    const { it, speak, fallSilent, understand } = await gathering(
      `input="speech" partialResultCallback="/part"`,
    );
    let answer: (reply: string) => void = () => undefined;
    it.web.on("/part", () => new Promise((resolve) => (answer = resolve)));
    await speak();
    for (const text of ["one", "one two", "one two three"]) {
      it.recogniser.emitPartial(text);
    }
    await fallSilent();

    await understand("one two three");
    answer("");
    await settled();

    expect(it.web.requestsTo("/said")).toHaveLength(1);
    expect(it.web.requestsTo("/part")).toHaveLength(1);
  });

  test("by GET where that is asked for", async () => {
    const { it, speak } = await gathering(
      `input="speech" partialResultCallback="/part" partialResultCallbackMethod="GET"`,
    );
    await speak();

    it.recogniser.emitPartial("hello");
    await settled();

    const [request] = it.web.requests.filter(({ path }) => path === "/part");
    expect(request).toMatchObject({ method: "GET", params: { UnstableSpeechResult: "hello" } });
  });
});
