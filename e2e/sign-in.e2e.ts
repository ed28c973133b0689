import { expect, type Page, test } from "@playwright/test";
import { Client } from "pg";

import { type Station, startStation } from "@linedesk/testkit";
import { callApi, myId } from "./support/api.ts";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { openDesk, type Person, untilReady } from "./support/desk.ts";

/** The issuer's page, on which the demo people are buttons. */
const issuersPage = /\/sso\//;

test.describe("at sign-in and sign-out,", () => {
  let station: Station;
  let chromium: TestBrowser;
  let database: Client;
  let page: Page | undefined;

  async function open(person: Person): Promise<Page> {
    page = await openDesk(await openContext(chromium.browser), station, person);
    return page;
  }
  /**
   * Expects the issuer's page, either at once or through the sign-in page after a refused request.
   */
  async function reachIssuer(desk: Page): Promise<void> {
    await expect(desk).toHaveURL(/\/sso\/|\/signin\?error=SessionRequired&/);
    if (!issuersPage.test(desk.url())) {
      await desk.getByRole("button", { name: /station account/i }).click();
    }
    await expect(desk).toHaveURL(issuersPage);
  }
  /** Focuses the window, as when a person returns to the tab. */
  function focus(desk: Page): Promise<unknown> {
    return desk.evaluate(() => globalThis.dispatchEvent(new Event("focus")));
  }

  /** Returns the typefaces of the page with their state. */
  function readTypefaces(desk: Page): Promise<string[]> {
    return desk.evaluate(async () => {
      const faces = await document.fonts.ready;
      return [...faces].map(({ family, status }) => `${family.replaceAll('"', "")} ${status}`);
    });
  }

  test.beforeAll(async () => {
    station = await startStation({ from: "bundles" });
    chromium = await openBrowser();
    database = new Client({ connectionString: station.databaseUrl });
    await database.connect();
  });
  test.afterEach(async () => {
    await page?.context().close();
    page = undefined;
  });
  test.afterAll(async () => {
    await database?.end();
    await chromium?.close();
    await station?.close();
  });

  test("[AU7] [AU8] [AU25] [AU64] one click signs in, the person's menu signs out, and the old session is invalid", async () => {
    const desk = await open("Bob");
    const before = await desk.context().cookies();
    expect(before.find(({ name }) => name === "linedesk-session")).toMatchObject({
      httpOnly: true,
      sameSite: "Lax",
    });

    await desk.getByRole("button", { name: /^Bob.*, your settings/ }).click();
    await desk.getByRole("menuitem", { name: "Sign out" }).click();

    await expect(desk).toHaveURL(issuersPage);
    await expect(desk.getByRole("button", { name: "Bob" })).toBeVisible();
    expect(await readTypefaces(desk)).toEqual(["Inter Variable loaded"]);
    await desk.goto(`${station.url}/api/auth/error?error=OAuthCallback`);
    expect(await readTypefaces(desk)).toEqual(["Inter Variable loaded"]);
    await desk.context().clearCookies();
    await desk.context().addCookies(before);
    const session = await callApi(desk, `${station.url}/api/auth/session`);
    expect(await session.json()).toEqual({});
    const stations = await callApi(desk, `${station.url}/api/station`);
    expect(stations.status()).toBe(401);
  });

  for (const [how, change] of [
    ["[AU29] expired", "update session set expires_at = now() - interval '1 second'"],
    ["[AU8] revoked on the server", "update session set revoked_at = now()"],
  ] as const) {
    test(`[AU15] a session that is ${how} leads to sign-in, and back to the same page`, async () => {
      const desk = await open("Carla");
      await desk.getByRole("button", { name: /^Hold \d+$/ }).click();
      const address = desk.url();
      const user = await myId(desk);

      // Without its cookies the issuer asks who signs in; with them it would sign Carla in at once.
      await desk.context().clearCookies({ path: /^\/sso/ });
      await database.query(`${change} where user_id = $1`, [user]);
      await focus(desk);

      await reachIssuer(desk);
      await desk.getByRole("button", { name: "Carla" }).click();
      await expect(desk).toHaveURL(address);
      await untilReady(desk);
      expect(await myId(desk)).toBe(user);
    });
  }

  test("[SH22] a sign-in that cannot begin shows this, and a press of the button tries again", async () => {
    page = await (await openContext(chromium.browser)).newPage();
    await page.route("**/api/auth/providers", (route) => route.abort());
    await page.goto(`${station.url}/2zz`);

    await expect(page.getByText("Sign-in could not begin")).toBeVisible();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Retry" }).click();

    await expect(page).toHaveURL(issuersPage);
  });

  test("[SH23] a request without a session leads to the sign-in page, whose button leads back or to the issuer", async () => {
    const desk = await open("Bob");
    const address = desk.url();
    await desk.getByRole("button", { name: /^Bob.*, your settings/ }).click();
    const refused = desk.waitForResponse((answer) => answer.status() === 401);
    // An answered session request would lead to the issuer at once, so it waits for the 401.
    await desk.route("**/api/auth/session", (route) => refused.then(() => route.continue()));
    await database.query("update session set expires_at = now() - interval '1 second'");

    // Another request of the page can get the 401 first and leave the page before the click.
    const dark = desk.getByRole("menuitemradio", { name: "Dark" }).or(desk.getByText("Dark"));
    await dark.click({ timeout: 5_000 }).catch(() => undefined);

    await expect(desk).toHaveURL(/\/api\/auth\/signin\?error=SessionRequired&/);
    await expect(desk.getByText("Please sign in to continue.")).toBeVisible();
    await desk.getByRole("button", { name: /station account/i }).click();
    await desk.waitForURL((url) => url.href === address || issuersPage.test(url.href));
  });

  test("[SH19] [ST19] the start address leads to the first station although another was opened, until the settings choose another", async () => {
    page = await openDesk(await openContext(chromium.browser), station, "Alice");
    await page.goto(`${station.url}/3yy`);
    await untilReady(page);
    await page.goto(station.url);
    await expect(page).toHaveURL(/\/2zz$/);

    await untilReady(page);
    await page.keyboard.press("s");
    const chosen = page.getByRole("combobox", { name: "Queue that opens first" });
    const saved = page.waitForResponse(/user\/settings/);
    await chosen.selectOption("3YY");
    expect((await saved).status()).toBe(200);
    await page.goto(station.url);
    await expect(page).toHaveURL(/\/3yy$/);

    await untilReady(page);
    await page.keyboard.press("s");
    await chosen.selectOption({ index: 0 });
  });

  test("[LG1] [LG24] [ST31] a desk switches to German at once, also at an address without a locale, and back to English", async () => {
    page = await openDesk(await openContext(chromium.browser), station, "Alice");

    await callApi(page, "/api/user/settings", { setting: "LOCALE", value: "de" });
    await expect(page).toHaveURL(/\/de\/2zz$/);
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.getByRole("switch", { name: "Leitungen offen" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Warteschlange" })).toBeVisible();
    await expect(page).toHaveTitle(/Konsole/);
    await page.goto(`${station.url}/3yy`);
    await expect(page).toHaveURL(/\/de\/3yy$/);
    await expect(page.getByRole("switch", { name: "Leitungen offen" })).toBeVisible();
    await expect(page.getByText("Live", { exact: true })).toBeVisible();

    await callApi(page, "/api/user/settings", { setting: "LOCALE", value: "en-AU" });
    await expect(page).toHaveURL(/[^e]\/3yy$/);
    await expect(page.getByRole("switch", { name: "Lines open" })).toBeVisible();

    await page.goto(`${station.url}/de/2zz?panels=settings`);
    const language = page.getByRole("combobox", { name: "Sprache" });
    await expect(language).toHaveValue("de");
    const settings = await callApi(page, "/api/user/settings");
    expect(await settings.json()).toMatchObject({ locale: "en-AU" });
    await language.selectOption("en-AU");
    await expect(page).toHaveURL(/[^e]\/2zz/);
    await expect(page.getByRole("switch", { name: "Lines open" })).toBeVisible();
  });
});
