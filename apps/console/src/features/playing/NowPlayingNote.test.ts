import { expect, test } from "vitest";

import { isStillPlaying } from "./NowPlayingNote.tsx";

test("[AD76] a title that is an hour old is no longer shown", () => {
  const at = "2026-05-04T10:00:00.000Z";

  expect(isStillPlaying({ at }, Date.parse("2026-05-04T10:59:59.999Z"))).toBe(true);
  expect(isStillPlaying({ at }, Date.parse("2026-05-04T11:00:00.000Z"))).toBe(false);
});
