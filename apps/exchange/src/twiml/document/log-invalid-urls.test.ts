import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { aCallInto } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const AFTER = `<Play>${APP}/after.wav</Play>`;

describe("an unreadable URL", () => {
  test.each(["http://", "https://a b/", "http://[app.test/"])(
    "[XT63] (%s) as an action creates a notification, and the next verb runs",
    async (action) => {
      const { it, call } = await aCallInto(`<Gather action="${action}" numDigits="1"/>${AFTER}`);

      call.sink.onDigit("1");
      await settled();

      expect(it.errorsOf(call.sid)).toEqual([11100]);
      expect(it.soundOf(call)).toBe(`${APP}/after.wav`);
    },
  );

  test("[XT63] as a callback of a verb or noun creates a notification, and the call is made", async () => {
    const { it, call } = await aCallInto(
      '<Dial referUrl="http://"><Client statusCallback="https://">alice</Client></Dial>',
    );

    const notes = it.core.reports.notifications.list(call.sid);
    expect(notes.map(({ errorCode, message }) => [errorCode, message])).toEqual([
      [11100, "Client: the statusCallback is not a URL"],
      [11100, "Dial: the referUrl is not a URL"],
    ]);
    expect(it.client.dialled).toHaveLength(1);
  });

  test("[XT63] creates a notification, like a missing one, when it is relative in a document without a URL", async () => {
    const { it, call } = await aCallInto("<Pause length='60'/>");
    const gather = '<Gather numDigits="1" ACTION/>';
    const documents = [gather.replace("ACTION", 'action="/said"'), gather.replace("ACTION", "")];

    for (const verbs of documents) {
      const twiml = `<Response>${verbs}${AFTER}</Response>`;
      it.core.calls.update(call.sid, { program: { type: "twiml", twiml } });
      await settled();
      call.sink.onDigit("1");
      await settled();
      expect(it.soundOf(call)).toBe(`${APP}/after.wav`);
    }

    const notes = it.core.reports.notifications.list(call.sid);
    expect(notes.map(({ message }) => message)).toEqual([
      "Gather: the verb has no action, and its document has no URL",
      "Gather: the action is not an absolute URL",
    ]);
  });
});
