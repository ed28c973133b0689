import { expect, type Page, test } from "@playwright/test";
import { z } from "zod";

import { ring, type SipListener } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { operatorHz } from "./support/listen.ts";
import { ScreenAudit } from "./support/screen-audit.ts";
import { type StandaloneExchange, startStandaloneExchange } from "./support/standalone-exchange.ts";

const caller = "+61491570006";
const unreachable = "+61491570123";
const messages = 120;

/** What a developer does at the inspector when a call did not go as expected. */
test.describe("the inspector", () => {
  let exchange: StandaloneExchange;
  let browser: TestBrowser;
  let inspector: Page;
  let phone: Page;
  let listener: SipListener;
  const audit = new ScreenAudit();

  test.beforeAll(async () => {
    exchange = await startStandaloneExchange();
    browser = await openBrowser({ microphoneHz: operatorHz });
    const context = await openContext(browser.browser);
    await context.grantPermissions(["clipboard-read", "clipboard-write", "microphone"]);
    await audit.watch(context);
    [inspector, phone] = [await context.newPage(), await context.newPage()];
    await inspector.goto(exchange.inspectorUrl);
    await phone.goto(exchange.sampleUrl);
    await expect(phone.getByRole("status")).toHaveText("Ready");
    await phone.getByRole("button", { name: "Call", exact: true }).click();
    await expect(phone.getByRole("status")).toHaveText("In the call");
    // The menu says goodbye after a while; the room does not.
    await phone.getByRole("button", { name: "2", exact: true }).click();
    const numbers = { from: caller, to: "+61255500100" };
    listener = await ring({ exchange: exchange.sip, ...numbers, sends: 440 });
    await listener.answered;
    // A number that no trunk reaches is refused to the REST API; a Dial learns it from its call.
    await exchange.callRest("Calls.json", {
      To: "+61255500100",
      From: "+61255500100",
      Twiml: `<Response><Dial>${unreachable}</Dial></Response>`,
    });
  });
  test.afterAll(async () => {
    await listener?.close();
    await browser?.close();
    await exchange?.close();
  });

  function calls() {
    return inspector.locator("#calls").getByRole("button");
  }
  async function choose(name: RegExp): Promise<void> {
    return await calls().filter({ hasText: name }).first().click();
  }
  function copied(): Promise<string> {
    return inspector.evaluate(() => navigator.clipboard.readText());
  }

  test("says why a call went wrong, and what a frame says, at one look", async () => {
    await choose(/failed/);

    await expect(inspector.locator(".why")).toContainText("no SIP trunk is configured");
    await audit.take(inspector, "inspector-failed");

    await choose(/client:demo/);
    await inspector.getByRole("tab", { name: "Signalling" }).click();
    await expect(inspector.locator("summary", { hasText: "connected" })).toHaveCount(0);
    await choose(/Everything/);
    await expect(
      inspector.locator("summary", { hasText: "connected" }).locator(".gist"),
    ).toHaveText("demo");
    expect(audit.faults).toEqual([]);
  });

  test("finds a call and what is in it, from the keyboard", async () => {
    await inspector.getByRole("tab", { name: "Timeline" }).click();
    await inspector.getByLabel("Find a call").fill(caller.slice(-6));
    await expect(calls()).toHaveCount(2);
    await choose(new RegExp(caller.slice(1)));
    await inspector.getByLabel("Find a call").fill("");

    await inspector.locator("#panel").press("/");
    await expect(inspector.getByLabel("Find in what is shown")).toBeFocused();
    await inspector.keyboard.type("ringing call.state");

    await expect(inspector.locator(".rows > *")).toHaveCount(1);
    await expect(inspector.locator(".rows")).toContainText("ringing");
    await inspector.getByLabel("Find in what is shown").fill("no such thing");
    await expect(inspector.locator(".rows > *")).toHaveCount(0);
    await audit.take(inspector, "inspector-find");
    await inspector.getByLabel("Find in what is shown").fill("");
    expect(audit.faults).toEqual([]);
  });

  test("tells the time between entries, and copies what came", async () => {
    await choose(new RegExp(caller.slice(1)));
    const rows = inspector.locator(".rows > *");
    await expect(rows.first().locator(".since")).toHaveCount(0);
    await expect(rows.nth(1).locator(".since")).toHaveText(/^\+\d+(?:\.\d)? (?:ms|s)$/);

    await inspector.getByRole("button", { name: "Copy sid" }).click();
    expect(await copied()).toMatch(/^CA[0-9a-f]{32}$/);
    await inspector.locator("summary", { hasText: "POST /voice" }).first().click();
    await inspector.getByRole("button", { name: "Copy as curl" }).click();
    expect(await copied()).toContain(`--data-urlencode 'From=${caller}'`);
    await inspector.getByRole("tab", { name: "SIP" }).click();
    await inspector.locator(".rung summary").first().click();
    await inspector.locator(".rung").first().getByRole("button", { name: "Copy" }).click();
    expect(await copied()).toMatch(/^INVITE sip:\+61255500100@.* SIP\/2\.0\r?\n/);
  });

  test("shows what went wrong alone, wherever it did, and says so where nothing has", async () => {
    const errorsOnly = inspector.getByRole("button", { name: "Errors only" });
    await choose(/Everything/);
    await inspector.getByRole("tab", { name: "Timeline" }).click();
    const rows = inspector.locator(".rows > *");
    await expect(rows.filter({ hasText: "connected" })).not.toHaveCount(0);

    await errorsOnly.focus();
    await inspector.keyboard.press("Enter");

    await expect(errorsOnly).toHaveAttribute("aria-pressed", "true");
    await expect(inspector.getByRole("heading", { name: "Everything" })).toBeVisible();
    await expect(rows).not.toHaveCount(0);
    await expect(rows.filter({ hasText: "no SIP trunk is configured" })).not.toHaveCount(0);
    await expect(rows.filter({ hasNot: inspector.locator(".bad") })).toHaveCount(0);
    await expect(calls()).toHaveCount(2);
    await expect(calls().nth(1)).toContainText("failed");
    await audit.take(inspector, "inspector-errors");

    await inspector.getByRole("tab", { name: "SIP" }).click();
    await expect(inspector.locator("#panel")).toHaveAttribute("data-empty", "No error here.");
    await audit.take(inspector, "inspector-no-errors");
    await errorsOnly.click();
    await expect(errorsOnly).toHaveAttribute("aria-pressed", "false");
    await expect(rows).not.toHaveCount(0);
    await expect(calls()).not.toHaveCount(2);
    expect(audit.faults).toEqual([]);
  });

  test("follows a long call at its end, and stays where it is read", async () => {
    await choose(/client:demo/);
    await inspector.getByRole("tab", { name: "Timeline" }).click();
    const panel = inspector.locator("#panel");
    const sid = await inspector.locator(".facts dd").first().textContent();
    async function say(n: number): Promise<unknown> {
      return await exchange.callRest(`Calls/${sid}/UserDefinedMessages.json`, {
        Content: JSON.stringify({ n }),
      });
    }
    const rows = inspector.locator(".gist", { hasText: "user-defined-message" });
    // Drawn one by one until it is just beyond its panel: then it must not follow by itself.
    const isOverflowing = () => panel.evaluate((el) => el.scrollHeight > el.clientHeight + 80);
    let n = 0;
    for (; !(await isOverflowing()); n += 1) {
      await say(n);
      await rows.nth(n).waitFor();
    }
    for (; n < messages; n += 1) {
      await say(n);
    }
    await expect(rows).toHaveCount(messages);
    expect(await panel.evaluate((element) => element.scrollTop)).toBe(0);

    await panel.evaluate((element) => (element.scrollTop = element.scrollHeight));
    await say(messages);

    await expect(rows).toHaveCount(messages + 1);
    await expect(rows.last()).toBeInViewport();
    await audit.take(inspector, "inspector-long");
    expect(audit.faults).toEqual([]);
  });

  test("the softphone mutes, and the rooms show who of them is heard", async () => {
    const mute = phone.getByRole("button", { name: "Mute" });
    const member = inspector.locator(".members li").filter({ hasText: "client:demo" });
    function litShare(): Promise<number> {
      return member.locator(".bar").evaluate((bar) => new DOMMatrix(bar.style.transform).a);
    }
    await expect.poll(litShare).toBeGreaterThan(0.3);
    await audit.take(inspector, "inspector-rooms");

    await mute.click();
    await expect(mute).toHaveAttribute("aria-pressed", "true");
    await choose(/client:demo/);
    await expect(inspector.getByText(/^−(?:[6-9]\d) dB/)).toBeVisible();
    await expect.poll(litShare).toBe(0);
    await audit.take(phone, "softphone-muted");
    await mute.click();

    await expect(mute).toHaveAttribute("aria-pressed", "false");
    await expect.poll(litShare).toBeGreaterThan(0.3);
    function colour(): Promise<string> {
      return member.locator(".bar").evaluate((bar) => getComputedStyle(bar).backgroundColor);
    }
    const lit = await colour();
    const grey = await inspector.evaluate(() => {
      const one = document.body.appendChild(document.createElement("i"));
      one.style.color = "var(--quiet)";
      const found = getComputedStyle(one).color;
      one.remove();
      return found;
    });
    expect(lit).not.toBe(grey);
    for (const [name, words] of [
      ["Muted", "muted"],
      ["Hold", "on hold"],
    ] as const) {
      await changeInTheRoom({ [name]: "true" });
      await expect(member).toContainText(words);
      expect(await colour()).toBe(grey);
      if (name === "Muted") {
        await audit.take(inspector, "inspector-rooms-muted");
      }
      await changeInTheRoom({ [name]: "false" });
      await expect(member).not.toContainText(words);
      expect(await colour()).toBe(lit);
    }
    expect(audit.faults).toEqual([]);
  });

  /** By the REST API, as a moderator does; the softphone itself knows nothing of it. */
  async function changeInTheRoom(change: Record<string, string>): Promise<void> {
    const room = z
      .object({ conferences: z.array(z.object({ sid: z.string() })).min(1) })
      .parse(await exchange.callRest("Conferences.json"));
    const sid = await inspector.locator(".facts dd").first().textContent();
    const [{ sid: conference } = { sid: "" }] = room.conferences;
    await exchange.callRest(`Conferences/${conference}/Participants/${sid}.json`, change);
  }

  test("stays while the exchange is away, and both pages go on when it is back", async () => {
    await audit.whileDisconnected(async () => {
      await exchange.restart(async () => {
        await expect(inspector.getByRole("status")).toHaveText("Away, trying again");
        await expect(phone.getByRole("status")).toHaveText("The exchange is away, trying again");
        const lasts = inspector.locator(".facts div", { hasText: "Lasts" });
        const before = await lasts.textContent();
        await inspector.waitForTimeout(2_500);
        expect(await lasts.textContent()).toBe(before);
        await expect(calls().filter({ hasText: "client:demo" })).toBeVisible();
        await audit.take(inspector, "inspector-away");
      });

      await expect(inspector.getByRole("status")).toHaveText("Live");
      await expect(inspector.locator("#live-count")).toBeEmpty();
      await expect(phone.getByRole("status")).toHaveText("Ready", { timeout: 30_000 });
    });
  });
});
