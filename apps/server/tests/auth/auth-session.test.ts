import { describe, expect, test } from "vitest";

import { useAuthStations } from "../support/auth-stations.ts";

const hourMs = 3_600_000;
const { aBrowser, anotherStation, station } = await useAuthStations();

describe("the session", () => {
  test("[AU29] ends a day after sign-in although it was used in between", async () => {
    const own = await anotherStation({});
    const browser = aBrowser(own);
    await browser.signIn("Alice");

    own.pass(11 * hourMs);
    const used = await browser.json("/api/auth/session");
    own.pass(11 * hourMs);
    const stillUsed = await browser.json("/api/auth/session");
    own.pass(3 * hourMs);
    const afterADay = await browser.json("/api/auth/session");

    expect(used).toMatchObject({ user: { name: "Alice" } });
    expect(stillUsed).toMatchObject({ user: { name: "Alice" } });
    expect(afterADay).toEqual({});
  });

  test("[AU29] ends after 12 hours without use, and its cookie is removed", async () => {
    const own = await anotherStation({});
    const browser = aBrowser(own);
    await browser.signIn("Alice");

    own.pass(12 * hourMs);

    expect((await browser.fetch("/api/probe")).status).toBe(401);
    expect(await browser.json("/api/auth/session")).toEqual({});
    expect(browser.cookies.has("linedesk-session")).toBe(false);
  });

  test("[AU12] is required, and a request without it gets the sign-in path and the way back", async () => {
    const answer = await aBrowser().fetch("/api/probe", {
      headers: { referer: `${station.origin}/2zz?tab=queue` },
    });

    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      error: {
        code: "not_signed_in",
        signIn: "/api/auth/signin?error=SessionRequired&callbackUrl=%2F2zz%3Ftab%3Dqueue",
      },
    });
  });

  test("[AU9] is updated and returned by POST with the token, but keeps its own name", async () => {
    const browser = aBrowser();
    await browser.signIn("Dan");
    async function update(csrfToken: string) {
      return browser.fetch("/api/auth/session", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ csrfToken, data: { name: "Mallory" } }),
      });
    }

    const good = await update(await browser.csrfToken());
    const forged = await update("0".repeat(64));

    expect(await good.json()).toMatchObject({ user: { name: "Dan" } });
    expect(forged.status).toBe(403);
  });
});

test("[AU9] an update restarts the idle time and loads the person again", async () => {
  const own = await anotherStation({});
  const browser = aBrowser(own);
  await browser.signIn("Dan");
  const csrfToken = await browser.csrfToken();
  const before = (await browser.json("/api/auth/session")) as { expires: string };
  own.pass(20_000);
  expect(await browser.json("/api/auth/session")).toMatchObject({ expires: before.expires });

  const answer = await browser.fetch("/api/auth/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken }),
  });

  const after = (await answer.json()) as { expires: string };
  expect(Date.parse(after.expires) - Date.parse(before.expires)).toBeGreaterThanOrEqual(20_000);
  expect(await browser.json("/api/auth/session")).toEqual(after);
});

describe("signing out", () => {
  test("[AU8] ends the session on the server, not only the cookie", async () => {
    const browser = aBrowser();
    await browser.signIn("Erin");
    const token = browser.cookies.get("linedesk-session") ?? "";

    const answer = await browser.post("/api/auth/signout", { callbackUrl: "/bye" });

    expect(await answer.json()).toEqual({ url: `${station.origin}/bye` });
    expect(browser.cookies.has("linedesk-session")).toBe(false);
    browser.cookies.set("linedesk-session", token);
    expect(await browser.json("/api/auth/session")).toEqual({});
  });

  test("[AU8] everywhere also ends the session of the person's other browser", async () => {
    const [here, there] = [aBrowser(), aBrowser()];
    await here.signIn("Erin");
    await there.signIn("Erin");

    expect((await there.fetch("/api/probe")).status).toBe(200);
    await here.post("/api/auth/signout", { everywhere: "true" });

    expect((await there.fetch("/api/probe")).status).toBe(401);
    expect(await there.json("/api/auth/session")).toEqual({});
  });

  test("continues at the issuer when configured", async () => {
    const whole = await anotherStation({ deps: { endsIssuerSession: true } });
    const browser = aBrowser(whole);
    await browser.signIn("Alice");

    const answer = await browser.post("/api/auth/signout");
    const { url } = (await answer.json()) as { url: string };
    const page = await browser.follow(url);

    expect(new URL(url).searchParams.get("id_token_hint")).toMatch(/^eyJ/);
    expect(url.startsWith(`${whole.origin}/sso/`)).toBe(true);
    expect(page.response.status).toBe(200);
    expect(await page.response.text()).toContain("Sign out?");
  });

  test("does not follow a foreign return address", async () => {
    const browser = aBrowser();
    await browser.signIn("Erin");

    const answer = await browser.post("/api/auth/signout", {
      callbackUrl: "https://evil.example/",
    });

    expect(await answer.json()).toEqual({ url: `${station.origin}/` });
  });
});
