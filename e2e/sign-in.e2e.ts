import { expect, type Page, test } from "@playwright/test";
import { Client } from "pg";

import { type Station, startStation } from "@linedesk/testkit";
import { callApi, errorCodeOf, myId, myStations } from "./support/api.ts";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { openDesk, type Person, untilReady } from "./support/desk.ts";
import { readFirstSignallingMessage } from "./support/read-first-signalling-message.ts";

/** The issuer's page, on which the demo people are buttons. */
const issuersPage = /\/sso\//;

test.describe("who may do what", () => {
  let station: Station;
  let chromium: TestBrowser;
  let database: Client;
  let page: Page | undefined;

  async function open(person: Person): Promise<Page> {
    page = await openDesk(await openContext(chromium.browser), station, person);
    return page;
  }
  /** At once, or by the page that says so where a call of the page was refused before. */
  async function reachIssuer(desk: Page): Promise<void> {
    await expect(desk).toHaveURL(/\/sso\/|\/signin\?error=SessionRequired&/);
    if (!issuersPage.test(desk.url())) {
      await desk.getByRole("button", { name: /station account/i }).click();
    }
    await expect(desk).toHaveURL(issuersPage);
  }
  /** The window gets the focus, as when somebody comes back to the tab. */
  function focus(desk: Page): Promise<unknown> {
    return desk.evaluate(() => globalThis.dispatchEvent(new Event("focus")));
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

  test("[AU7] [AU8] [AU25] signs in with a click, and out: the session from before opens nothing", async () => {
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
    test(`[AU11] [AU15] a session that is ${how} leads to sign-in, and back to the same page`, async () => {
      const desk = await open("Carla");
      await desk.getByRole("button", { name: /^Hold \d+$/ }).click();
      const address = desk.url();
      const user = await myId(desk);

      await database.query(`${change} where user_id = $1`, [user]);
      // The issuer has forgotten her too, else it would let her in without asking.
      await desk.context().clearCookies({ path: /^\/sso/ });
      await focus(desk);

      await reachIssuer(desk);
      await desk.getByRole("button", { name: "Carla" }).click();
      await expect(desk).toHaveURL(address);
      await untilReady(desk);
      expect(await myId(desk)).toBe(user);
    });
  }

  test("[SH22] a sign-in that cannot begin says so, and begins with the button", async () => {
    page = await (await openContext(chromium.browser)).newPage();
    await page.route("**/api/auth/providers", (route) => route.abort());
    await page.goto(`${station.url}/2zz`);

    await expect(page.getByText("Sign-in could not begin")).toBeVisible();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();

    await expect(page).toHaveURL(issuersPage);
  });

  test("[SH23] a call that needs a session leads to the page that says so, and back", async () => {
    const desk = await open("Bob");
    const address = desk.url();
    await desk.getByRole("button", { name: /^Bob.*, your settings/ }).click();
    const refused = desk.waitForResponse((answer) => answer.status() === 401);
    // Who is asked about the session first leads to the issuer at once.
    await desk.route("**/api/auth/session", (route) => refused.then(() => route.continue()));
    await database.query("update session set expires_at = now() - interval '1 second'");

    // Another call of the page's may lead there first, and take the menu away.
    const dark = desk.getByRole("menuitemradio", { name: "Dark" }).or(desk.getByText("Dark"));
    await dark.click({ timeout: 5_000 }).catch(() => undefined);

    await expect(desk).toHaveURL(/\/api\/auth\/signin\?error=SessionRequired&/);
    await expect(desk.getByText("Please sign in to continue.")).toBeVisible();
    await desk.getByRole("button", { name: /station account/i }).click();
    await desk.waitForURL((url) => url.href === address || issuersPage.test(url.href));
  });

  test("[AU26] a forged CSRF token and none are answered csrf_failed, a foreign origin not at all", async () => {
    const desk = await open("Dan");
    const [own] = await myStations(desk);
    const body = { station: own?.id, open: true };

    for (const token of ["0".repeat(64), ""]) {
      const answer = await callApi(desk, "/api/station/line_open", body, { "x-csrf-token": token });
      expect(answer.status()).toBe(403);
      expect(await errorCodeOf(answer)).toBe("csrf_failed");
    }
    expect((await callApi(desk, "/api/station/line_open", body)).status()).toBe(200);
    const foreign = await callApi(desk, "/api/station/line_open", body, {
      origin: "https://evil.example",
    });
    expect(foreign.status()).toBe(403);
    expect(await errorCodeOf(foreign)).toBe("forbidden");
  });

  test("[AU16] a foreign callback URL is answered INVALID_CALLBACK_URL_ERROR", async () => {
    const desk = await open("Dan");
    const given = { callbackUrl: "https://evil.example/", json: "true" };

    const answer = await callApi(desk, "/api/auth/signin/sso", given);

    expect(answer.status()).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "INVALID_CALLBACK_URL_ERROR" });
    const page = await callApi(desk, "/api/auth/signin?callbackUrl=https%3A%2F%2Fevil.example%2F");
    expect(await page.text()).not.toContain("evil.example");
  });

  test("[VD12] [XS70] a voice token is given for oneself alone, and works unchanged alone", async () => {
    const desk = await open("Bob");
    const other = await database.query(`select id from "user" where name = 'Alice'`);

    const stolen = await callApi(desk, "/api/twilio/auth", {
      identity: (other.rows as { id: string }[])[0]?.id,
    });

    expect(stolen.status()).toBe(403);
    expect(await errorCodeOf(stolen)).toBe("forbidden");
    const own = await callApi(desk, "/api/twilio/auth", { identity: await myId(desk) });
    const { token } = (await own.json()) as { token: string };
    expect(await readFirstSignallingMessage(station.url, token)).toMatchObject({
      type: "connected",
    });
    const forged = `${token.slice(0, -4)}AAAA`;
    expect(await readFirstSignallingMessage(station.url, forged)).toMatchObject({
      payload: { error: { code: 31202 } },
    });
  });

  test("[RL21] who is no member of a station finds no page of it and is refused by its API", async () => {
    const desk = await open("Bob");
    const result = await database.query(`select id from station where call_sign = '3YY'`);
    const [other] = result.rows as { id: string }[];

    const queue = await callApi(desk, `/api/twilio/calls/call_queue?station=${other?.id}`);

    expect(queue.status()).toBe(403);
    expect(await errorCodeOf(queue)).toBe("forbidden");
    const call = { station: other?.id, open: false };
    expect((await callApi(desk, "/api/station/line_open", call)).status()).toBe(403);
    await desk.goto(`${station.url}/3yy`);
    await expect(desk.getByText("There is no page here")).toBeVisible();
    await expect(desk.getByText("3YY")).toHaveCount(0);
  });

  test("[RL8] [RL21] a screener cannot open or close lines: no button, and the API refuses", async () => {
    const desk = await open("Bob");
    const [own] = await myStations(desk);

    await expect(desk.getByRole("button", { name: "Each line" })).toHaveCount(0);
    // The lines' state is shown, and nothing that changes it.
    await expect(desk.getByRole("switch")).toHaveAttribute("aria-readonly", "true");
    const answer = await callApi(desk, "/api/station/line_open", { station: own?.id, open: false });
    expect(answer.status()).toBe(403);
    expect(await errorCodeOf(answer)).toBe("forbidden");

    const producer = await openDesk(await openContext(chromium.browser), station, "Dan");
    await expect(producer.getByRole("button", { name: "Each line" })).toBeVisible();
    await producer.context().close();
  });

  test("[SH19] [ST19] comes to the first station, whatever was opened, until another is chosen in the settings", async () => {
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

  test("[LG1] [LG24] [ST31] a desk speaks German at once when that is chosen, at every address without a locale, and English again", async () => {
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

  test("[AU12] who is not signed in gets the way to sign in, and back", async () => {
    page = await (await openContext(chromium.browser)).newPage();
    const referer = `${station.url}/2zz?tab=hold`;

    const answer = await page.request.get(`${station.url}/api/station`, { headers: { referer } });

    expect(answer.status()).toBe(401);
    const { error } = (await answer.json()) as { error: { code: string; signIn: string } };
    expect(error.code).toBe("not_signed_in");
    const signIn = new URL(error.signIn, station.url);
    expect(signIn.pathname).toBe("/api/auth/signin");
    expect(Object.fromEntries(signIn.searchParams)).toEqual({
      error: "SessionRequired",
      callbackUrl: "/2zz?tab=hold",
    });
    await page.goto(signIn.href);
    await page.getByRole("button", { name: /station account/i }).click();
    await page.getByRole("button", { name: "Bob" }).click();
    await untilReady(page);
    expect(page.url()).toContain("/2zz");
  });
});
