import type { Page } from "@playwright/test";
import { expect, test } from "vitest";

import type { Contest } from "@linedesk/contract";
import { aCall, ALICE, STATION_ID } from "../src/testing/a-call.ts";
import { openGallery } from "./support/gallery.ts";
import { StandInServer } from "./support/stand-in-server.ts";

const gallery = openGallery();

const DAN = "01980000-0000-7000-8000-00000000000d";

function aContest(over: Partial<Contest> = {}): Contest {
  return {
    id: crypto.randomUUID(),
    phoneLine: { id: STATION_ID, name: "Contest" },
    callerCount: 100,
    counted: 57,
    startedAt: "2026-11-21T02:00:00.000Z",
    startedBy: "Dan",
    starter: DAN,
    earlyText: "",
    lateText: "",
    ...over,
  };
}

/** Opens the settings of a producer, and records the requests. */
async function openSettings(contest: Contest, callerCount: number | null = null) {
  const page = await gallery.openAnother();
  const server = new StandInServer("producer", [aCall(1)]);
  server.settings = { ...server.settings, callerCount };
  server.setContest(contest);
  await server.standIn(page);
  await page.goto(`${gallery.url}2zz?panels=settings`);
  const field = page.getByLabel("Winning caller");
  await field.waitFor();
  await page.getByText("Contest 57 of 100").waitFor();
  return { page, server, field, sent: () => sentBy(server) };
}

function sentBy({ requests }: StandInServer): unknown[] {
  return requests.filter(({ endpoint }) => endpoint.id === "changeSetting").map(({ body }) => body);
}

/** Leaves the field, and waits long enough to notice a request that must not be sent. */
async function settle(page: Page): Promise<void> {
  await page.getByRole("region", { name: "Settings" }).getByRole("heading").first().click();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
}

test("[CW28] [CW5] a colleague's contest is replaced only at the second press, and the field names the colleague", async () => {
  const { page, server, field, sent } = await openSettings(aContest());

  await field.fill("9");
  await page.getByText("Replaces the contest of Dan, 57 counted.").waitFor();
  await field.press("Enter");
  await settle(page);
  expect(sent()).toEqual([]);
  await page.getByRole("button", { name: "Change anyway" }).click();
  const armed = page.getByRole("button", { name: "Press again to count from 1" });
  await armed.waitFor();
  await settle(page);
  await page.getByRole("button", { name: "Change anyway" }).click();
  await armed.waitFor();
  server.setContest(aContest({ startedBy: "Erin", counted: 3 }));
  await page.getByText("Replaces the contest of Erin, 3 counted.").waitFor();
  expect(await armed.count()).toBe(0);
  expect(sent()).toEqual([]);

  await page.getByRole("button", { name: "Change anyway" }).click();
  await armed.click();

  await expect.poll(sent).toEqual([{ setting: "CALLERCOUNT", value: 9 }]);
});

test("[CW28] the question disappears when the contest ends, and the field shows the stored value", async () => {
  const { page, server, field, sent } = await openSettings(aContest(), 5);
  const question = page.getByRole("button", { name: "Change anyway" });
  await expect.poll(() => field.inputValue()).toBe("5");
  await field.fill("9");
  await question.waitFor();

  server.setContest(null);
  await question.waitFor({ state: "detached" });
  // The field keeps its text while it has the focus; leaving the field saves the text.
  expect(await field.inputValue()).toBe("9");
  server.setContest(aContest());
  await question.waitFor();
  await settle(page);
  expect(await field.inputValue()).toBe("9");
  server.setContest(null);
  await question.waitFor({ state: "detached" });

  await expect.poll(() => field.inputValue()).toBe("5");
  expect(sent()).toEqual([]);
});

test("[CW28] a count entered before the contest is loaded is sent if there is no contest", async () => {
  const page = await gallery.openAnother();
  const server = new StandInServer("producer", [aCall(1)]);
  await server.standIn(page);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/api\/station\/[^/]+\/contest$/, async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto(`${gallery.url}2zz?panels=settings`);
  await page.getByLabel("Winning caller").fill("9");
  await page.getByRole("button", { name: "Change anyway" }).waitFor();
  await settle(page);
  expect(sentBy(server)).toEqual([]);

  answer();

  await expect.poll(() => sentBy(server)).toEqual([{ setting: "CALLERCOUNT", value: 9 }]);
});

test("[CW28] [ST13] the person's own contest ends at the second press; without a contest, Enter or leaving the field sends the value", async () => {
  const own = aContest({ starter: ALICE, startedBy: "Alice" });
  const { page, server, field, sent } = await openSettings(own, 9);
  await expect.poll(() => field.inputValue()).toBe("9");

  await field.fill("");
  await page.getByText("Ends your contest, 57 counted.").waitFor();
  await settle(page);
  expect(sent()).toEqual([]);
  await page.getByRole("button", { name: "End the contest" }).click();
  await page.getByRole("button", { name: "Press again to end it" }).click();
  await expect.poll(sent).toEqual([{ setting: "CALLERCOUNT", value: null }]);

  server.setContest(null);
  await page.getByText("Contest 57 of 100").waitFor({ state: "detached" });
  // The stand-in server refuses every change, so the page restores the 9.
  for (const [text, leave] of [
    ["12", () => field.press("Enter")],
    ["13", () => field.blur()],
  ] as const) {
    await expect.poll(() => field.inputValue()).toBe("9");
    await field.fill(text);
    await leave();
    await expect.poll(() => sent().at(-1)).toEqual({ setting: "CALLERCOUNT", value: Number(text) });
  }
});
