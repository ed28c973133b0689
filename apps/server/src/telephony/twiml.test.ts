import { expect, test } from "vitest";

import { twiml } from "./twiml.ts";

test("[XT10] a document escapes reserved characters", () => {
  expect(twiml.playAndHangUp('https://a.example/x?a=1&b="<2>"')).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><Response><Play>https://a.example/x?a=1&amp;b="&lt;2&gt;"</Play><Hangup/></Response>',
  );
});

test("[XT10] a document omits characters that XML does not allow", () => {
  expect(twiml.sayAndHangUp("a\u0001b\uD800 \u{1F399}\n")).toContain(">ab \u{1F399}\n</Say>");
});

test("[PL11] a caller is enqueued with the addresses of the music and of the next document", () => {
  expect(twiml.enqueue("station:1", { wait: "/w", action: "/a" })).toContain(
    '<Enqueue waitUrl="/w" action="/a" method="POST">station:1</Enqueue>',
  );
});

test("[CA18] a room never ends because a participant leaves it", () => {
  const answer = twiml.joinConference({ room: "call:1", label: "operator-CA1", statusUrl: "/s" });

  expect(answer).toContain('endConferenceOnExit="false"');
  expect(answer).toContain('participantLabel="operator-CA1"');
  expect(answer).toContain(">call:1</Conference>");
});

test("[DS29] a caller who is left alone in a room has music, and an operator has silence", () => {
  const room = { room: "call:1", label: "member-CA1", statusUrl: "/s" };

  expect(twiml.joinConference({ ...room, waitUrl: "/hold" })).toContain('waitUrl="/hold"');
  expect(twiml.joinConference(room)).toContain('waitUrl=""');
});

test("[AS76] a leg that joins after silence first waits for half a second", () => {
  const room = { room: "call:1", label: "operator-CA1", statusUrl: "/s" };

  expect(twiml.joinConference({ ...room, afterSilence: true })).toContain(
    '<Response><Play digits="w"/><Dial>',
  );
  expect(twiml.joinConference(room)).toContain("<Response><Dial>");
});

test("[CT32] a party behind a switchboard joins the room after the digits", () => {
  const room = { room: "call:1", label: "dialled", statusUrl: "/s", digits: "wwww101" };

  expect(twiml.joinConference(room)).toContain('<Response><Play digits="wwww101"/><Dial>');
});

test("[PL8] a refused call is not answered", () => {
  expect(twiml.reject()).toContain('<Response><Reject reason="rejected"/></Response>');
});
