import { expect, test } from "vitest";

import { pageTimers } from "./page-timers.ts";

function aPage(visibilityState: DocumentVisibilityState) {
  const frames: (() => void)[] = [];
  const page = {
    document: { visibilityState },
    requestAnimationFrame: (run: () => void) => frames.push(run),
  } as unknown as Window;
  return { timers: pageTimers(page), frames };
}

test("[QL13] batched work waits for a frame while the page is visible, and does not wait while it is hidden", () => {
  const drawn: string[] = [];
  const visible = aPage("visible");
  const hidden = aPage("hidden");

  visible.timers.batch(() => drawn.push("visible"));
  hidden.timers.batch(() => drawn.push("hidden"));
  expect(drawn).toEqual(["hidden"]);
  expect(hidden.frames).toEqual([]);

  visible.frames[0]?.();
  expect(drawn).toEqual(["hidden", "visible"]);
});
