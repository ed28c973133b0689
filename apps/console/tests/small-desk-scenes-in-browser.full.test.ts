import { expect, test } from "vitest";

import {
  findCoveredAnswers,
  findCutWords,
  findOverlappingWords,
  findSidewaysScrolls,
  findSmallTargets,
} from "./support/find-layout-faults.ts";
import { openGallery } from "./support/gallery.ts";
import { openTouch, phone, portrait, showSmallDesk, tablet } from "./support/small-desk.ts";

const gallery = openGallery();

test.each([
  ["tablet", tablet],
  ["portrait", portrait],
  ["phone", phone],
])("[SH80] on a %s nothing covers the Answer button of a row", async (_name, size) => {
  const page = await openTouch(gallery, size);
  for (const prefix of ["", "de/"]) {
    for (const scene of ["console", "console-show", "console-hard", "console-notices"]) {
      await showSmallDesk(gallery, page, { scene, prefix });
      expect([scene, ...(await findCoveredAnswers(page))]).toEqual([scene]);
    }
  }
});

/** The words that a person must be able to read in full. */
const READ = [
  "section[data-region^=line] button",
  "section[data-region^=line] h2",
  "footer button",
  "[role=tab]",
  "header h1",
  "[data-row] [role=gridcell]:last-child button",
].join();

test.each([
  ["tablet", tablet],
  ["phone", phone],
])(
  "[SH81] [AX6] on a %s every target has at least 44 px, and no button, tab or line is cut",
  async (_name, size) => {
    const page = await openTouch(gallery, size);
    for (const prefix of ["", "de/"]) {
      for (const scene of [
        "console",
        "console-show",
        "console-private",
        "console-to-air",
        "line-talking",
        "line-held-beside-another",
        "line-locked",
        "line-in-a-conference",
      ]) {
        await showSmallDesk(gallery, page, { scene, prefix });
        const faults = [...(await findSmallTargets(page)), ...(await findCutWords(page, READ))];
        expect([prefix, scene, ...faults]).toEqual([prefix, scene]);
      }
    }
  },
);

/** Toasts, menus and dialogs are above the list on purpose. */
const OVER_THE_LIST =
  /^console-(show|bulk-rejected|held-ending|notices|missed|flags|ban|move|flags-failed|keys|palette)/;

test.each([
  ["tablet", tablet],
  ["phone", phone],
])("[SH80] [SH81] on a %s no word of the desk lies over another one", async (_name, size) => {
  const page = await openTouch(gallery, size);
  const names = (await gallery.sceneNames()).filter(
    (name) => /^(console|line|incoming)/.test(name) && !OVER_THE_LIST.test(name),
  );
  const faults: string[] = [];
  // German words are the longest ones.
  await gallery.visit(page, "scene=console", "de/");
  for (const scene of names) {
    await gallery.show(page, `scene=${scene}`);
    faults.push(...(await findOverlappingWords(page)).map((fault) => `${scene}: ${fault}`));
  }

  expect(names.length).toBeGreaterThan(60);
  expect(faults).toEqual([]);
});

test.each([
  ["tablet", tablet],
  ["phone", phone],
])("[SH81] on a %s lines, foot and notices show all of their words", async (_name, size) => {
  const page = await openTouch(gallery, size);
  const read = [
    "section[data-region^=line] button",
    "section[data-region^=line] output",
    "fieldset button",
    "footer button",
    "[role=log] > *",
    "[data-strip]",
  ].join();
  for (const scene of [
    "console-all-hidden",
    "console-dump",
    "console-for-screener",
    "console-hidden",
    "console-lost",
    "console-notices",
    "console-show",
    "line-audio-server-silent",
    "line-denied",
    "line-dismissed",
    "line-ends-in-two-minutes",
    "line-held",
    "line-unregistered",
    "line-warned-beside-a-call",
  ]) {
    await showSmallDesk(gallery, page, { scene, prefix: "de/" });
    expect([scene, ...(await findCutWords(page, read))]).toEqual([scene]);
  }
});

test("[SH81] on a phone nothing scrolls sideways, neither the desk nor a panel", async () => {
  const page = await openTouch(gallery, phone);
  const names = (await gallery.sceneNames()).filter((name) => /^(console|panel)/.test(name));
  await gallery.visit(page, "scene=console");
  for (const scene of names) {
    await gallery.show(page, `scene=${scene}`);
    // A menu is measured before it has its position, and then scrolls the page for a moment.
    await expect.poll(() => findSidewaysScrolls(page), { message: scene }).toEqual([]);
  }

  expect(names.length).toBeGreaterThan(35);
});

test("[SH80] on a tablet the sheet of each panel is over the lower half at most", async () => {
  const page = await openTouch(gallery, tablet);
  const names = (await gallery.sceneNames()).filter((one) => one.startsWith("panel-"));
  for (const scene of names) {
    await showSmallDesk(gallery, page, { scene });
    const sheet = await page.locator("aside").first().boundingBox();
    expect([scene, (sheet?.y ?? 0) >= 384]).toEqual([scene, true]);
  }

  expect(names.length).toBeGreaterThan(10);
});
