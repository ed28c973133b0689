import { expect, type Page, test } from "@playwright/test";

import { findFreePort } from "@linedesk/base";
import { startStation, type Station } from "@linedesk/testkit";
import { readAdminSections } from "./support/admin-sections.ts";
import { BaresipPhone } from "./support/baresip-phone.ts";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { answer, lineCard, pressEnd, untilReady } from "./support/desk.ts";
import { ForeignIssuer } from "./support/foreign-issuer.ts";
import { listenerHz, operatorHz, untilBrowserReceives } from "./support/listen.ts";
import { SippCarrier } from "./support/sipp-carrier.ts";

/** Goes to an address of the page without a reload. */
function follow(page: Page, path: string): Promise<void> {
  return page.evaluate((address) => {
    window.history.pushState({}, "", address);
    window.dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

test.describe("the first start in production", () => {
  let station: Station;
  let chromium: TestBrowser;
  let carrier: SippCarrier;
  let issuer: ForeignIssuer;

  test.beforeAll(async () => {
    // The issuer needs the address that it sends people back to.
    const port = await findFreePort();
    issuer = await ForeignIssuer.start(`http://127.0.0.1:${port}`);
    const env = {
      ...issuer.settings,
      NODE_ENV: "production",
      PORT: String(port),
      SESSION_SECRET: "a secret of the test, long enough to sign with",
      OWNER_EMAIL: "alice@example.com",
    };
    station = await startStation({ from: "bundles", env });
    chromium = await openBrowser({ microphoneHz: operatorHz });
    carrier = await SippCarrier.start();
  });
  test.afterAll(async () => {
    await carrier?.close();
    await chromium?.close();
    await station?.close();
    await issuer?.[Symbol.asyncDispose]();
  });

  async function opened(login: string): Promise<Page> {
    const page = await (await openContext(chromium.browser)).newPage();
    await page.goto(station.url);
    await issuer.signIn(page, login);
    return page;
  }

  test("[AC9] [AD1] [AD20] [AD163] [AD3] [AD22] [AD23] [AD28] [AD63] [AD113] [AD160] [EW5] [RL6] leads from an empty installation to the first answered call, and through the admin area", async () => {
    const page = await opened("alice");
    const form = page.getByRole("form", { name: "Name your station" });
    await form.getByLabel("Call sign").fill("5!");
    await form.getByLabel("Name", { exact: true }).fill("5FM Adelaide");
    await form.getByLabel("Number of the first phone line").fill("02 5550 01");
    await form.getByRole("button", { name: "Add the station" }).click();
    await expect(form.getByText("2 to 16 letters, digits and hyphens")).toBeVisible();
    await form.getByLabel("Call sign").fill("5fm");
    await form.getByRole("button", { name: "Add the station" }).click();
    await expect(form.getByText("is not a telephone number", { exact: true })).toBeVisible();
    await form.getByLabel("Number of the first phone line").fill("02 5550 0160");
    await form.getByRole("button", { name: "Add the station" }).click();

    await expect(page).toHaveURL(new URL("/5fm/admin/telephony", station.url).href);
    await expect(page.getByText("No connection to the telephone network yet")).toBeVisible();
    await page.getByRole("button", { name: "Add a trunk" }).click();
    const trunk = page.getByRole("form", { name: "Add a trunk" });
    await trunk.getByLabel("Name", { exact: true }).fill("carrier");
    await trunk.getByLabel("Hosts", { exact: true }).fill(`127.0.0.1:${carrier.port}`);
    await trunk.getByLabel("User", { exact: true }).fill("radio");
    await trunk.getByLabel("Password", { exact: true }).fill("wrong");
    await trunk.getByRole("button", { name: "Test and save" }).click();
    await expect(
      trunk.getByText(/It answers\. It forbids the registration \(403\)\./),
    ).toBeVisible();
    await trunk.getByLabel("Password", { exact: true }).fill("s3cret");
    await trunk.getByRole("button", { name: "Test and save" }).click();
    await expect(page.getByText("carrier is saved and in use.")).toBeVisible();
    await expect(page.getByText(/UDP · Registered/)).toBeVisible();
    await page.getByLabel("Your mobile number").fill("0491 570 006");
    await page.getByRole("button", { name: "Call it" }).click();
    await expect(page.getByText(/^Answered/)).toBeVisible();
    await page.getByRole("link", { name: "Back to the desk" }).click();

    await expect(page).toHaveURL(new URL("/5fm", station.url).href);
    await untilReady(page);
    const first = await carrier.call("+61255500160", station.sip);
    await answer(page, "0491 570 158");
    await expect(lineCard(page, 1).getByText("On line 1")).toBeVisible();
    await pressEnd(page);
    expect(await first.ended).toBe(0);
    await expect(lineCard(page, 1).getByText("No call")).toBeVisible();
    const telephone = new BaresipPhone("0255500160", station.sip, { saysHz: listenerHz });
    await answer(page, "0491 570 158");
    await untilBrowserReceives(page, listenerHz);
    const spokenS = telephone.receivedS + 2;
    await expect.poll(() => telephone.receivedS).toBeGreaterThan(spokenS);
    await pressEnd(page);
    await expect.poll(() => telephone.output).toContain("session closed");
    await expect.poll(() => telephone.loudest(operatorHz)).toBeGreaterThan(0.02);
    telephone.close();
    await expect(lineCard(page, 1).getByText("No call")).toBeVisible();

    await page.goto(new URL("/5fm/admin/station", station.url).href);
    await page.getByLabel("Hold music", { exact: true }).fill("radio");
    await expect(page.getByText("Begins with https:// or http://")).toBeVisible();
    await page.getByLabel("Hold music", { exact: true }).fill("");
    await page.getByLabel("Name", { exact: true }).fill("5FM");
    await expect(page.getByText("1 change not saved")).toBeVisible();
    let question = "";
    page.once("dialog", (dialog) => {
      question = dialog.message();
      void dialog.dismiss();
    });
    await page.getByRole("link", { name: "Phone lines" }).click();
    await expect.poll(() => question).toContain("not saved");
    await page.getByLabel("Forward calls to").fill("02 5550 0199");
    await page.getByRole("button", { name: "Save 2 changes" }).click();
    await expect(page.getByText("they are forwarded to 02 5550 0199")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByLabel("Forward calls to").fill("");
    await page.getByRole("button", { name: "Save 1 change" }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();

    await page.getByRole("link", { name: "Phone lines" }).click();
    await page.getByRole("button", { name: "Add a phone line" }).click();
    const line = page.getByRole("form", { name: "Add a phone line" });
    await line.getByLabel("Name").fill("Contest");
    await line.getByLabel("Number", { exact: true }).fill("02 5550 0160");
    await line.getByRole("button", { name: "Save" }).click();
    await expect(line.getByText("is already in use")).toBeVisible();
    await line.getByLabel("Number", { exact: true }).fill("02 5550 0161");
    await line.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("row", { name: /Contest 02 5550 0161 Closed/ })).toBeVisible();
    const numbers = page.getByRole("columnheader", { name: "Number" });
    for (const way of ["ascending", "descending"]) {
      const remembered = page.waitForResponse(
        (answer) => answer.url().endsWith("/user/settings") && answer.request().method() === "POST",
      );
      await numbers.getByRole("button").click();
      await remembered;
      await expect(numbers).toHaveAttribute("aria-sort", way);
    }
    await page.goto(new URL("/5fm/admin/phoneLines", station.url).href);
    await expect(numbers).toHaveAttribute("aria-sort", "descending");
    await expect(page.getByRole("row").nth(1)).toContainText("02 5550 0161");
    await page.getByRole("button", { name: "Remove Contest" }).click();
    await expect(page.getByText("Calls to 02 5550 0161 are then rejected")).toBeVisible();
    await page.getByRole("button", { name: "Remove line" }).click();
    await expect(page.getByRole("row", { name: /Contest/ })).toHaveCount(0);

    await page.getByRole("link", { name: "People and roles" }).click();
    const invite = page.getByRole("form", { name: "Invite" });
    await invite.getByLabel("E-mail address").fill("bob@example.com");
    await invite.getByRole("button", { name: "Invite" }).click();
    await expect(
      page.getByRole("row", { name: /bob@example.com.*not signed in yet/ }),
    ).toBeVisible();
    const sections = (await readAdminSections(page)).map((section) => `/${section}`);
    const bob = await opened("bob");
    await untilReady(bob);
    await bob.goto(new URL("/5fm/admin", station.url).href);
    for (const part of ["/flags/import", "/phoneLines", ...sections, "/station"]) {
      await follow(bob, `/5fm/admin${part}`);
      await expect(bob.getByText("The admin area is for admins and owners")).toBeVisible();
      await expect(bob.getByRole("navigation")).toHaveCount(0);
    }
    await page.reload();
    await page.getByRole("combobox", { name: /^Role of Bob/ }).selectOption("admin");
    await expect(bob.getByLabel("Name", { exact: true })).toHaveValue("5FM");
    await page.getByRole("combobox", { name: /^Role of Bob/ }).selectOption("screener");
    await expect(bob.getByText("The admin area is for admins and owners")).toBeVisible();
    await page.getByRole("button", { name: "Disable Bob" }).click();
    await expect(page.getByText("is signed out everywhere at once")).toBeVisible();
    await page.getByRole("button", { name: "Disable", exact: true }).last().click();
    await expect(page.getByRole("row", { name: /Bob.*cannot sign in/ })).toBeVisible();
    // The open page is signed out by itself, and a fresh one gets no access.
    await expect(bob).toHaveURL(/SessionRequired|\/sso\/|AccessDenied/);
    await bob.goto(station.url);
    await expect(bob).not.toHaveURL(new RegExp(`^${station.url}/(5fm)?$`));
    await page.getByRole("button", { name: "Enable Bob" }).click();
    await page.getByRole("button", { name: "Enable", exact: true }).last().click();
    await expect(page.getByRole("row", { name: /Bob.*cannot sign in/ })).toHaveCount(0);

    for (const part of sections) {
      await follow(page, `/5fm/admin${part}`);
      const link = page.getByRole("navigation").locator("[aria-current=page]");
      await expect(link).toHaveAttribute("href", `/5fm/admin${part}`);
      const name = (await link.textContent()) ?? "";
      await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
    }
    await page.goto(new URL("/5fm/admin/flags/import", station.url).href);
    await expect(page.getByRole("region", { name: "Import a file" })).toBeVisible();
    await page.goto(new URL("/5fm/admin", station.url).href);
    await expect(page.getByRole("heading", { level: 2, name: "Go/no-go" })).toBeVisible();
    await page.getByRole("link", { name: "Analytics" }).click();
    await expect(page.getByText("compared with the 7 days before, Sydney time")).toBeVisible();
    await expect(page.getByText("No calls in these days")).toBeVisible();
    const today = page.waitForResponse((answer) => {
      const { pathname, searchParams: of } = new URL(answer.url());
      return pathname.endsWith("/net_inbound_calls") && of.get("from") === of.get("to");
    });
    await page.getByLabel("Days").selectOption("Today");
    const figures = (await today).url();
    // The call is counted already, or is pending until the next minute.
    await expect
      .poll(async () => {
        const { pendingDays, total } = await (await page.request.get(figures)).json();
        return pendingDays + total.calls;
      })
      .toBeGreaterThan(0);
    await expect(page.getByText("compared with the day before, Sydney time")).toBeVisible();
    await page.getByRole("link", { name: "Integrations" }).click();
    await page.getByRole("button", { name: "Add a webhook" }).click();
    const webhook = page.getByRole("form", { name: "Add a webhook" });
    await webhook.getByLabel("Name").fill("Newsroom");
    await webhook.getByLabel("Address").fill("https://10.0.0.8/hook");
    await webhook.getByRole("button", { name: "Save" }).click();
    await expect(webhook.getByText("belongs to a private network", { exact: true })).toBeVisible();
    await webhook.getByLabel("Address").fill("https://news.invalid/hook");
    await webhook.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(/^whsec_/)).toBeVisible();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await expect(page.getByText(/^whsec_/)).toHaveCount(0);
    await page.getByRole("button", { name: "Deliveries of Newsroom" }).click();
    await page.getByRole("button", { name: "Send a test event" }).click();
    await expect(page.getByRole("row", { name: /Test Waiting 1 try/ })).toBeVisible();
    await page.getByRole("link", { name: "Privacy" }).click();
    await page.getByLabel("Audit", { exact: true }).fill("30");
    await expect(page.getByText("At least 366 days, or empty")).toBeVisible();
    await page.getByLabel("Audit", { exact: true }).fill("");
    await page.getByLabel("Chat", { exact: true }).fill("90");
    await page.getByRole("button", { name: "Save 1 change" }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Audit" }).click();
    await page.getByLabel("Action", { exact: true }).fill("privacy changed");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("row", { name: /Alice.*privacy changed/ })).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(2);

    await page.getByRole("link", { name: "Add a station" }).click();
    const second = page.getByRole("form", { name: "Name your station" });
    await second.getByLabel("Call sign").fill("6fm");
    await second.getByLabel("Name", { exact: true }).fill("6FM Perth");
    await second.getByLabel("Number of the first phone line").fill("02 5550 0166");
    await second.getByRole("button", { name: "Add the station" }).click();
    await expect(page).toHaveURL(new URL("/6fm/admin/telephony", station.url).href);
    await page.getByRole("link", { name: "Station", exact: true }).click();
    const stationName = page.getByRole("textbox", { name: "Name", exact: true });
    await expect(stationName).toHaveValue("6FM Perth");
    await page.getByRole("button", { name: "Station: 6FM Perth" }).click();
    await page.getByRole("menuitem", { name: "5FM" }).click();
    await expect(page).toHaveURL(new URL("/5fm/admin/station", station.url).href);
    await expect(stationName).toHaveValue("5FM");
    const demoPhone = await page.request.post(new URL("/api/phone/token", station.url).href);
    expect(demoPhone.status()).toBe(404);

    const carla = await opened("carla");
    await expect(carla.getByText("You have no station yet.")).toBeVisible();
  });
});
