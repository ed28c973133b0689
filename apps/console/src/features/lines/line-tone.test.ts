import { expect, test } from "vitest";

import { expectedTone, lineTone } from "./line-tone.ts";
import type { LineCallView } from "./line-view.ts";

function aCall(over: Partial<LineCallView>): LineCallView {
  return {
    call: {} as LineCallView["call"],
    state: { status: "talking", since: "2026-11-20T10:00:00Z" },
    muted: false,
    quality: null,
    warnings: [],
    pending: null,
    hold: null,
    retrySound: null,
    resume: null,
    resumeBeside: null,
    besides: null,
    mute: null,
    unmute: null,
    hangUp: null,
    sendDigit: null,
    moves: { other: null, give: null, takeBack: null },
    unlock: null,
    conference: null,
    mayConfer: false,
    endTalkback: null,
    extend: null,
    ...over,
  };
}

test("[CO6] a line's call has the colour of its state", () => {
  const since = "2026-11-20T10:00:00Z";
  expect(lineTone(aCall({ state: { status: "on_air", since } }))).toBe("on_air");
  expect(lineTone(aCall({ state: { status: "held", since } }))).toBe("held");
  expect(lineTone(aCall({ state: { status: "dialling", since } }))).toBe("on_line");
  expect(lineTone(aCall({ state: { status: "ended", reason: "busy" } }))).toBe("ended");
});

test("[AC3] hold and resume are shown as unconfirmed until the server has confirmed them", () => {
  expect(expectedTone(aCall({ pending: "hold" }))).toEqual({ tone: "held", confirmed: false });
  expect(expectedTone(aCall({ pending: "resume" }))).toEqual({ tone: "on_line", confirmed: false });
  expect(expectedTone(aCall({ pending: "hang_up" }))).toEqual({ tone: "on_line", confirmed: true });
});
