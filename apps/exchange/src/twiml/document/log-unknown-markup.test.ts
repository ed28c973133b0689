import { expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { aCallInto } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

const AFTER = `<Play>${APP}/after.wav</Play>`;

async function notesOf(verbs: string) {
  const { it, call } = await aCallInto(verbs);
  await settled();
  const notes = it.core.reports.notifications.list(call.sid);
  return { it, call, notes: notes.map(({ errorCode, message }) => [errorCode, message]) };
}

test.each([
  [`<Pause length="0"><Hangup/></Pause>`, "Pause does not accept Hangup"],
  [`<Leave><Say>x</Say></Leave>`, "Leave: this verb is not allowed here"],
  [
    `<Enqueue action="http://app.test/full" workflowSid="WW1"><Task>{}</Task></Enqueue>`,
    "Enqueue does not accept Task",
  ],
])("[XT61] %s creates the notification '%s'", async (verbs, message) => {
  const { notes } = await notesOf(verbs + AFTER);

  expect(notes).toContainEqual([12200, message]);
});

test("[XT61] the text of an element inside a Play is not its URL", async () => {
  const { it, call, notes } = await notesOf(`<Play><Say>${APP}/said.wav</Say></Play>${AFTER}`);

  expect(notes).toEqual([
    [13420, "the url to play is missing or not a url"],
    [12200, "Play does not accept Say"],
  ]);
  expect(it.soundOf(call)).toBe(`${APP}/after.wav`);
});
