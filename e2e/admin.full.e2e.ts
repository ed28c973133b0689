import { readFile } from "node:fs/promises";

import { expect, type Page, test } from "@playwright/test";

import { sine, writeWav } from "@linedesk/audio";
import {
  answerCalls,
  type AnsweringListener,
  ring,
  type SipListener,
  type Station,
  startStation,
} from "@linedesk/testkit";
import { callApi } from "./support/api.ts";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { choose, openDesk, untilReady } from "./support/desk.ts";
import { ScreenAudit } from "./support/screen-audit.ts";

const SECTIONS = [
  ..."board analytics station lines people telephony callers flags callerIds".split(" "),
  ..."audioServers devicePresets integrations audit privacy".split(" "),
];
const PHONE_WIDTH = 390;

/** Half a second of a tone that is loud enough to be taken. */
function aWav(): Buffer {
  const tone = { frequenciesHz: [440], durationMs: 500, amplitude: 0.1, sampleRate: 8_000 };
  return Buffer.from(writeWav(sine(tone), 8_000));
}

test.describe("the admin area", () => {
  let station: Station;
  let chromium: TestBrowser;
  let telephone: AnsweringListener;
  let owner: Page;
  let listener: SipListener | undefined;

  test.beforeAll(async () => {
    telephone = await answerCalls();
    const { address, port } = telephone.address;
    const env = { SIP_PEER: `${address}:${port}`, SIP_OPEN: "true" };
    station = await startStation({ from: "bundles", env });
    chromium = await openBrowser();
    owner = await openDesk(await openContext(chromium.browser), station, "Alice");
  });
  test.afterAll(async () => {
    await listener?.close();
    await chromium?.close();
    await station?.close();
    await telephone?.close();
  });

  async function openAdmin(page: Page, section: string): Promise<void> {
    await page.goto(new URL(`/2zz/admin/${section}`, station.url).href);
    await page.getByRole("heading", { level: 2 }).waitFor();
  }

  /** The choice of the account, with what it refuses, and the way back to the exchange. */
  async function chooseTwilio(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Use Twilio instead" }).click();
    const form = page.getByRole("form", { name: "Use a Twilio account" });
    const [sid, token] = [form.getByLabel("Account SID"), form.getByLabel("Auth token")];
    const look = form.getByRole("button", { name: "Look at the account" });
    await expect(sid).toBeFocused();
    await sid.fill("AC123");
    await token.fill("short");
    await look.click();
    await expect(form.getByText("AC and 32 characters of 0-9 and a-f")).toBeVisible();
    await expect(form.getByText("At least 16 characters")).toBeVisible();
    await sid.fill(`AC${"0".repeat(32)}`);
    await token.fill("f".repeat(32));
    await expect(form.getByText("At least 16 characters")).toHaveCount(0);
    await look.click();
    await expect(form.getByText(/^Set PUBLIC_URL first/)).toBeVisible();
    page.once("dialog", (question) => void question.accept());
    await form.getByRole("button", { name: "Cancel" }).click();
    await expect(form).toHaveCount(0);
    await expect(page.getByText("Linedesk's own exchange", { exact: true })).toBeVisible();
  }

  test("[AD1] [AX1] [SH13] each section is in order in light and dark, and none is wider than a phone", async () => {
    const audit = new ScreenAudit();
    const context = await openContext(chromium.browser);
    await audit.watch(context);
    const page = await openDesk(context, station, "Alice");
    await callApi(page, "/api/user/settings", { setting: "THEME", value: "system" });
    for (const section of SECTIONS) {
      await openAdmin(page, section);
      await expect(page.getByText("Loading", { exact: true })).toHaveCount(0);
      await audit.take(page, `admin-${section}`, [{ width: 1280, height: 800 }]);
      await page.setViewportSize({ width: PHONE_WIDTH, height: 800 });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([section, width]).toEqual([section, PHONE_WIDTH]);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    expect(audit.faults).toEqual([]);
    await context.close();
  });

  test("[AD30] [AD33] [AD181] the numbers are rung through the trunk, and twelve callers are rehearsed and sent away", async () => {
    await openAdmin(owner, "board");
    await owner.getByRole("button", { name: "Ring the numbers" }).click();
    await expect(owner.getByText("Is rung now").first()).toBeVisible();
    const numbers = await telephone.nextCall();
    expect(numbers.invited("to").join()).toMatch(/\d{8}/);

    await owner.getByRole("button", { name: "Rehearse" }).click();
    await expect(owner.getByText(/A rehearsal is under way until/)).toBeVisible();
    // The desk's bar counts those who wait, live, while one administers.
    const bar = owner.getByRole("banner", { name: "Station" });
    await expect(bar.getByText("Live", { exact: true })).toBeVisible();
    await expect(bar.getByRole("definition").first()).toHaveText(/^[1-9]/);
    await expect(bar.getByRole("switch", { name: "Lines open" })).toBeChecked();
    await owner.getByRole("link", { name: "Back to the desk" }).click();
    await expect(owner.getByRole("grid").getByText("Rehearsal").first()).toBeVisible();
    await openAdmin(owner, "board");
    await owner.getByRole("button", { name: "End the rehearsal" }).click();
    await expect(owner.getByRole("button", { name: "Rehearse", exact: true })).toBeVisible();
  });

  test("[AD93] [AD3] a file is stored as hold music and played, and a colour is taken away again", async () => {
    await openAdmin(owner, "station");
    const file = { name: "hold.wav", mimeType: "audio/wav", buffer: aWav() };
    await owner.getByLabel(/^Or a file: .*, Hold music$/).setInputFiles(file);
    await expect(owner.getByLabel("Hold music", { exact: true })).toHaveValue(/hold\.wav/);
    await owner.getByRole("button", { name: "Play the beginning" }).click();
    await owner.getByLabel("Colour", { exact: true }).fill("#237763");
    await owner.getByRole("button", { name: "No colour" }).click();
    await expect(owner.getByText("None set")).toBeVisible();
    await owner.getByRole("button", { name: "Save", exact: true }).click();
    await owner.getByRole("button", { name: "Save the change" }).click();
    await expect(owner.getByText("Saved", { exact: true })).toBeVisible();
    await openAdmin(owner, "board");
    await expect(owner.getByRole("row", { name: /Hold music.*Stored here/ })).toBeVisible();
  });

  test("[AD80] [AD31] [AD84] a trunk that does not answer is saved all the same, edited and removed, and Twilio is chosen by no wrong account", async () => {
    await openAdmin(owner, "telephony");
    await chooseTwilio(owner);
    await owner.getByRole("button", { name: "Add a trunk" }).click();
    const form = owner.getByRole("form", { name: "Add a trunk" });
    await form.getByLabel("Name").fill("spare");
    await form.getByLabel("Host").fill("127.0.0.1:9");
    await form.getByRole("button", { name: "Test and save" }).click();
    await form.getByRole("button", { name: "Save all the same" }).click();
    await expect(owner.getByText("spare is saved and in use.")).toBeVisible();

    await owner.getByRole("button", { name: "Edit spare" }).click();
    const edit = owner.getByRole("form", { name: "Edit spare" });
    await edit.getByLabel("Host").fill(`127.0.0.1:${telephone.address.port}`);
    await edit.getByRole("button", { name: "Test and save" }).click();
    await expect(edit).toHaveCount(0);
    await owner.getByRole("button", { name: "Remove spare" }).click();
    await owner.getByRole("button", { name: "Remove trunk" }).click();
    await expect(owner.getByRole("button", { name: "Edit spare" })).toHaveCount(0);
  });

  test("[AD8] the code of a number stands on the page, is keyed, and the page says so by itself", async () => {
    await openAdmin(owner, "callerIds");
    const form = owner.getByRole("form", { name: "Verify a number" });
    await form.getByLabel("Number").fill("02 5550 9876");
    await form.getByRole("button", { name: "Phone it now" }).click();
    const code = owner.getByText(/^\d{6}$/);
    const digits = (await code.textContent()) ?? "";
    const call = await nextCallTo("55509876");
    await call.answered;
    await expect.poll(() => call.receivedAudio(500).some((one) => one > 2_000)).toBe(true);
    await call.sendDigits(digits);
    await expect(owner.getByRole("row", { name: /02 5550 9876.*Verified/ })).toBeVisible();
    await expect(code).toHaveCount(0);
    await owner.getByRole("button", { name: "Show 02 5550 9876" }).click();
    await expect(owner.getByText("Shown by dialled calls")).toBeVisible();
  });

  async function nextCallTo(number: string) {
    for (;;) {
      const call = await telephone.nextCall();
      if (call.invited("to").join().includes(number)) {
        return call;
      }
    }
  }

  test("[AD71] [AD73] what periods would take is shown before, and all of a number is saved as a file", async () => {
    await openAdmin(owner, "privacy");
    const periods = owner.getByRole("form", { name: "How long data is stored" });
    await periods.getByLabel("Notes of calls", { exact: true }).fill("1");
    await periods.getByRole("button", { name: "Show what would go" }).click();
    await expect(owner.getByRole("table", { name: "What would go now" })).toBeVisible();
    await periods.getByLabel("Notes of calls", { exact: true }).fill("");
    const number = owner.getByRole("form", { name: "What is stored of a number" });
    await number.getByLabel("Number").fill("0491 570 006");
    const download = owner.waitForEvent("download");
    await number.getByRole("button", { name: "Save as JSON" }).click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(JSON.parse(text)).toMatchObject({ callers: expect.any(Array) });
  });

  test("[AD102] [AD103] [AD80] an admin sees numbers masked, is shown one for a reason that the audit keeps, and trunks without buttons", async () => {
    await openAdmin(owner, "privacy");
    const masking = owner.getByRole("form", { name: "Who sees callers' numbers" });
    await masking.getByLabel("Whole for").selectOption("Owners alone");
    await masking.getByRole("button", { name: "Save", exact: true }).click();
    await expect(masking.getByText("Saved", { exact: true })).toBeVisible();

    const exchange = { address: station.sip.host, port: station.sip.port };
    listener = await ring({ exchange, from: "+61491570158", to: "+61255500101" });
    const erin = await openDesk(await openContext(chromium.browser), station, "Erin");
    await choose(erin, "Mia Rossi");
    const card = erin.getByRole("region", { name: "Caller", exact: true });
    await expect(card.getByText(/•+.*158/)).toBeVisible();
    await card.getByRole("button", { name: "Show number" }).click();
    await erin.getByLabel("Why").selectOption("A complaint");
    await erin.getByLabel("In words").fill("letter of 3 March");
    await erin.getByRole("button", { name: "Show it" }).click();
    await expect(card.getByText("0491 570 158")).toBeVisible();

    await openAdmin(erin, "telephony");
    await expect(erin.getByRole("heading", { name: "Trunks" })).toBeVisible();
    await expect(erin.getByRole("button", { name: "Add a trunk" })).toHaveCount(0);
    await openAdmin(owner, "audit");
    await owner.getByLabel("What was done").fill("number shown");
    await owner.getByRole("button", { name: "Search" }).click();
    const entry = owner.getByRole("row", { name: /Erin.*number shown.*Mia Rossi/ });
    await expect(entry).toBeVisible();
    await entry.locator("summary").click();
    await expect(entry.getByText("letter of 3 March")).toBeVisible();
    await owner.goto(new URL("/2zz", station.url).href);
    await untilReady(owner);
  });
});
