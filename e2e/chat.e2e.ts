import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";

import { ring, startStation, type Station } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { choose, openDesk } from "./support/desk.ts";

const shown = "0491 570 157";

function chatOf(page: Page): Locator {
  return page.getByRole("region", { name: "Chat" });
}
function field(page: Page): Locator {
  return chatOf(page).getByRole("combobox", { name: "Message 2ZZ" });
}
function messages(page: Page): Locator {
  return chatOf(page).getByRole("log", { name: "Messages of 2ZZ" }).getByRole("article");
}
async function write(page: Page, words: string): Promise<void> {
  await field(page).fill(words);
  await page.keyboard.press("Enter");
}

test.describe("the chat of two desks", () => {
  let station: Station;
  let chromium: TestBrowser;
  let contexts: [BrowserContext, BrowserContext];
  let alice: Page;
  let bob: Page;

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser();
    contexts = [await openContext(chromium.browser), await openContext(chromium.browser)];
    alice = await openDesk(contexts[0], station, "Alice");
    bob = await openDesk(contexts[1], station, "Bob");
  });
  test.afterAll(async () => {
    await chromium?.close();
    await station?.close();
  });

  test("[CH1] [CH3] [CH4] [CH6] [CH11] [CH12] [CH15] [CH16] [AX2] [SH8] has messages, a mention, a card, offline sending, the unread count and clearing", async () => {
    // A message reaches the other desk while its chat is closed, and any markup in it stays text.
    await alice.keyboard.press("c");
    await expect(field(alice)).toBeFocused();
    await write(alice, '<img src=x onerror="document.title=1"> see https://a.example/b?c=1.');
    const button = bob.getByRole("button", { name: "Chat, 1 new" });
    await expect(button).toBeVisible();
    await button.click();
    await expect(bob.getByRole("button", { name: "Chat, 1 new" })).toHaveCount(0);
    const first = messages(bob).last();
    await expect(first).toContainText('<img src=x onerror="document.title=1"> see');
    await expect(first.locator("img")).toHaveCount(0);
    const link = first.getByRole("link", { name: "https://a.example/b?c=1", exact: true });
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(chatOf(alice).getByText("Sending")).toHaveCount(0);

    // The chat shows who types, and a mention is chosen from the members.
    await field(bob).pressSequentially("ask @al");
    await expect(chatOf(alice).getByText("Bob is typing")).toBeVisible();
    await expect(bob.getByRole("option")).toHaveText(["Alice"]);
    await bob.keyboard.press("Enter");
    await expect(field(bob)).toHaveValue("ask @Alice ");
    await bob.keyboard.press("Enter");
    await expect(messages(alice).last()).toHaveAttribute("data-names-me");
    await expect(chatOf(alice).getByText("Bob is typing")).toHaveCount(0);

    // The message carries a caller's card, which opens the caller at the other desk.
    const exchange = { address: station.sip.host, port: station.sip.port };
    const listener = await ring({ exchange, from: "+61491570157", to: "+61255500101" });
    await choose(alice, shown);
    await chatOf(alice).getByRole("button", { name: "Attach Tom Walsh" }).click();
    await write(alice, "please screen");
    await chatOf(bob).getByRole("button", { name: "Card of Tom Walsh" }).click();
    await expect(bob.getByRole("region", { name: "Caller" }).getByText(shown)).toBeVisible();
    await listener.hangUp();

    // A message written offline waits, and appears once when the network is back.
    await contexts[0].setOffline(true);
    for (const words of ["one", "two"]) {
      await write(alice, words);
    }
    await expect(
      messages(alice).filter({ hasText: "Not sent yet. It will be sent when" }),
    ).toHaveCount(1);
    const question = alice.waitForEvent("dialog");
    const reload = alice.evaluate(() => window.location.reload()).catch(() => undefined);
    const dialog = await question;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await reload;
    await contexts[0].setOffline(false);
    for (const page of [alice, bob]) {
      await expect(messages(page).filter({ hasText: /^(?:Alice.*)?one$/ })).toHaveCount(1);
      await expect(messages(page).last()).toHaveText(/two$/);
    }
    await expect(chatOf(alice).getByText("Not sent")).toHaveCount(0);

    // Clearing hides the earlier messages from this person. Later messages appear.
    await chatOf(bob).getByRole("button", { name: "Clear" }).click();
    await chatOf(bob).getByRole("button", { name: "Press again to clear your own view" }).click();
    await expect(messages(bob)).toHaveCount(0);
    await write(alice, "after the clearing");
    await expect(messages(bob)).toHaveCount(1);
    await expect(messages(alice).first()).toContainText("<img");

    // The address opens the chat. On a narrow page the chat is a tab of the drawer.
    await bob.setViewportSize({ width: 900, height: 800 });
    await bob.goto(new URL("/chat", station.url).href);
    await expect(bob).toHaveURL(/\/2zz\?panels=chat$/);
    await expect(messages(bob)).toHaveText([/after the clearing$/]);
    await bob.getByRole("tab", { name: "Caller" }).click();
    await expect(chatOf(bob)).toHaveCount(0);
    await write(alice, "are you there?");
    await bob.getByRole("tab", { name: "Chat, 1 new" }).click();
    await expect(messages(bob).last()).toContainText("are you there?");
    await expect(bob.getByRole("tab", { name: "Chat", exact: true })).toBeVisible();
  });
});
