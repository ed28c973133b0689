import { describe, expect, test } from "vitest";

import { findFreePort } from "@linedesk/base";
import { Browser, startIssuer } from "../support/auth-station.ts";
import { useAuthStations } from "../support/auth-stations.ts";
import { aStation } from "../support/people.ts";

const { aBrowser, anotherStation, db, station } = await useAuthStations();

/** Makes a demo person a member of a station, and returns the person's id. */
async function memberOf(name: string): Promise<string> {
  const browser = aBrowser();
  await browser.signIn(name);
  const { user } = (await browser.json("/api/auth/session")) as { user: { id: string } };
  await aStation(db, [[{ id: user.id, name }, "screener"]]);
  return user.id;
}

function errorOf(url: string): string | null {
  return new URL(url).searchParams.get("error");
}

describe("signing in", () => {
  test("[AU1] [AU7] [VD12] goes to the issuer and returns with a session, which has the uuid as `uuid` and `id`", async () => {
    const browser = aBrowser();

    const back = await browser.signIn("Bob", "/2zz?tab=queue");

    expect(back.url).toBe(`${station.origin}/2zz?tab=queue`);
    const session = (await browser.json("/api/auth/session")) as { user: { id: string } };
    expect(session).toEqual({
      user: {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        uuid: session.user.id,
        name: "Bob",
        email: "bob@example.com",
      },
      expires: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const [user] = [...station.users.values()].filter(({ name }) => name === "Bob");
    expect(user).toMatchObject({ groups: ["screener"], email: "bob@example.com" });
  });

  test("[AU1] goes to the issuer with code, PKCE, state and nonce", async () => {
    const url = await aBrowser().leave();
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/.{20}/),
      nonce: expect.stringMatching(/.{20}/),
      redirect_uri: `${station.origin}/api/auth/callback/sso`,
    });
  });

  test("[AU25] [AU31] sets HttpOnly cookies without any token of the issuer", async () => {
    const browser = aBrowser();
    const url = await browser.leave();
    const back = await browser.follow(url);
    const person = /value="([^"]+)" autofocus/.exec(await back.response.text())?.[1] ?? "";
    const body = new URLSearchParams({ person });
    let at = back.url;
    let response = await browser.fetch(at, { method: "POST", body });
    while (!new URL(response.headers.get("location") ?? "", at).pathname.startsWith("/api/auth/")) {
      at = new URL(response.headers.get("location") ?? "", at).href;
      response = await browser.fetch(at);
    }
    const finished = await browser.fetch(response.headers.get("location") ?? "");

    const session = finished.headers
      .getSetCookie()
      .find((line) => line.startsWith("linedesk-session"));
    expect(session).toMatch(
      /^linedesk-session=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect([...browser.cookies.values()].join(" ")).not.toContain("eyJ");
  });

  test("[AU25] under TLS sets a Secure cookie that is bound to the host", async () => {
    const tls = await anotherStation({
      env: { PUBLIC_URL: "https://desk.example.com", ALLOW_DEMO_SSO: "true" },
    });

    const answer = await tls.app.inject({
      url: "/api/auth/csrf",
      headers: { host: "desk.example.com" },
    });

    expect(answer.headers["set-cookie"]).toMatch(
      /^__Host-linedesk-csrf=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test("[AU28] invalidates the browser's earlier session", async () => {
    const browser = aBrowser();
    await browser.signIn("Alice");
    const before = browser.cookies.get("linedesk-session") ?? "";

    await browser.signIn("Alice");

    const after = browser.cookies.get("linedesk-session") ?? "";
    expect(after).not.toBe(before);
    const thief = aBrowser();
    thief.cookies.set("linedesk-session", before);
    expect(await thief.json("/api/auth/session")).toEqual({});
    expect(await browser.json("/api/auth/session")).toMatchObject({ user: { name: "Alice" } });
  });

  test("[AU28] replaces a cookie that an attacker planted before", async () => {
    const victim = aBrowser();
    const planted = "A".repeat(43);
    victim.cookies.set("linedesk-session", planted);

    await victim.signIn("Alice");

    expect(victim.cookies.get("linedesk-session")).not.toBe(planted);
    const attacker = aBrowser();
    attacker.cookies.set("linedesk-session", planted);
    expect(await attacker.json("/api/auth/session")).toEqual({});
  });

  test("[AU30] refuses a callback with a wrong state, code or ticket, or of another browser", async () => {
    const browser = aBrowser();
    const url = await browser.leave();
    const state = new URL(url).searchParams.get("state") ?? "";
    const cookie = [...browser.cookies.keys()].find((name) => name.includes("signin")) ?? "";
    const ticket = browser.cookies.get(cookie) ?? "";

    const wrongState = await browser.follow("/api/auth/callback/sso?code=x&state=wrong");
    const otherBrowser = await aBrowser().follow(`/api/auth/callback/sso?code=x&state=${state}`);
    browser.cookies.set(cookie, ticket);
    const wrongCode = await browser.follow(`/api/auth/callback/sso?code=x&state=${state}`);
    browser.cookies.set(cookie, `${ticket.slice(0, -3)}AAA`);
    const changedTicket = await browser.follow(`/api/auth/callback/sso?code=x&state=${state}`);

    for (const { url: end } of [wrongState, otherBrowser, changedTicket]) {
      expect(errorOf(end)).toBe("Expired");
    }
    expect(errorOf(wrongCode.url)).toBe("OAuthCallback");
    expect(await browser.json("/api/auth/session")).toEqual({});
  });

  test("[AU30] fails when it takes longer than half an hour", async () => {
    const slow = await anotherStation({});
    const browser = aBrowser(slow);
    const url = await browser.leave();
    slow.pass(31 * 60_000);

    const back = await browser.chooseAt(url, "Alice");

    expect(errorOf(back.url)).toBe("Expired");
    expect(await back.response.text()).toContain("more than 30 minutes ago");
  });

  test("[AU70] works in each of two tabs that went to the issuer, and an unknown callback leads to the start page", async () => {
    const browser = aBrowser();
    const first = await browser.leave({ callbackUrl: "/one" });
    const second = await browser.leave({ callbackUrl: "/two" });

    const one = await browser.chooseAt(first, "Alice");
    const two = await browser.chooseAt(second, "Alice");

    expect([one.url, two.url]).toEqual([`${station.origin}/one`, `${station.origin}/two`]);
    expect(await browser.json("/api/auth/session")).toMatchObject({ user: { name: "Alice" } });
    const reloaded = await browser.follow("/api/auth/callback/sso?code=x&state=of-another-tab");
    expect(reloaded.url).toBe(`${station.origin}/`);
  });

  test("[AU70] keeps the newest five sign-ins of a browser, within the limit of headers", async () => {
    const browser = aBrowser();
    const callbackUrl = `/${"x".repeat(1_500)}`;
    const begun: string[] = [];
    for (let n = 0; n < 9; n += 1) {
      begun.push(await browser.leave({ callbackUrl: n < 3 ? callbackUrl : "/" }));
    }

    const tickets = [...browser.cookies].filter(([name]) => name.includes("signin"));
    expect(tickets).toHaveLength(5);
    expect(tickets.join().length).toBeLessThan(7_000);
    const oldest = await browser.chooseAt(begun[0] ?? "", "Alice");
    expect(errorOf(oldest.url)).toBe("Expired");
    const newest = await browser.chooseAt(begun[4] ?? "", "Alice");
    expect(newest.url).toBe(`${station.origin}/`);
  });

  test("[AU72] notes each sign-in, sign-out and refusal in the audit, with person and address", async () => {
    const user = await memberOf("Erin");
    const browser = aBrowser();
    await browser.signIn("Erin");
    await browser.post("/api/auth/signout");
    await db.updateTable("user").set({ disabled_at: new Date() }).where("id", "=", user).execute();
    expect(errorOf((await browser.signIn("Erin")).url)).toBe("AccessDenied");

    const entries = await db
      .selectFrom("audit_entry")
      .select(["action", "user_id", "address", "details"])
      .where("subject_id", "=", user)
      .where("station_id", "is not", null)
      .orderBy("id")
      .execute();
    const by = { user_id: user, address: "127.0.0.1" };
    expect(entries).toEqual([
      { ...by, action: "user.signed_in", details: {} },
      { ...by, action: "user.signed_out", details: {} },
      { ...by, action: "user.sign_in_refused", details: { reason: "account disabled" } },
    ]);
  });

  test("[AU13] shows the reason to a person who may not sign in, and to a person who pressed Cancel", async () => {
    const closed = await anotherStation({ deps: { findOrCreateUser: async () => null } });
    const browser = aBrowser(closed);

    const refused = await browser.signIn("Alice");
    await browser.post("/api/auth/signin/sso");
    const denied = await browser.follow("/api/auth/callback/sso?error=access_denied");

    expect(errorOf(refused.url)).toBe("AccessDenied");
    expect(await refused.response.text()).toContain("This account may not use");
    expect(errorOf(denied.url)).toBe("Cancelled");
    expect(await denied.response.text()).toContain("Sign-in was cancelled. Try again");
  });

  test("leads to the error page with OAuthSignin when the issuer does not answer", async () => {
    const alone = await anotherStation({ env: { OIDC_ISSUER: "http://127.0.0.1:9/none" } });
    const browser = aBrowser(alone);

    const url = await browser.leave();
    const page = await browser.fetch(url);

    expect(url).toBe(`${alone.origin}/api/auth/error?error=OAuthSignin`);
    const html = await page.text();
    expect(html).toContain("The sign-in service does not answer.");
    expect(html).toContain("(OAuthSignin)");
  });

  test("refuses an issuer with another name than configured", async () => {
    const desk = await anotherStation({
      env: { OIDC_ISSUER: `${station.origin.replace("127.0.0.1", "localhost")}/sso` },
    });

    const url = await aBrowser(desk).leave();

    expect(errorOf(url)).toBe("IssuerMismatch");
    expect(await (await aBrowser(desk).fetch(url)).text()).toContain("compare OIDC_ISSUER");
  });

  test("uses the host name by which the station was reached", async () => {
    const other = station.origin.replace("127.0.0.1", "localhost");
    const browser = new Browser(other);

    const back = await browser.signIn("Dan", "/2zz");

    expect(back.url).toBe(`${other}/2zz`);
    expect(await browser.json("/api/auth/session")).toMatchObject({ user: { name: "Dan" } });
  });

  test("[AU1] works with another conforming issuer by configuration alone", async () => {
    const port = String(await findFreePort());
    const clientSecret = "a-secret-of-the-other-issuer-1234567890";
    const issuer = await startIssuer({
      clientId: "desk",
      clientSecret,
      redirectUris: [`http://127.0.0.1:${port}/api/auth/callback/sso`],
    });
    const desk = await anotherStation({
      env: {
        PORT: port,
        OIDC_ISSUER: issuer.address,
        OIDC_CLIENT_ID: "desk",
        OIDC_CLIENT_SECRET: clientSecret,
      },
    });
    const browser = aBrowser(desk);

    const back = await browser.signIn("Carla", "/2zz");
    const session = await browser.json("/api/auth/session");
    await issuer.close();

    expect(back.url).toBe(`${desk.origin}/2zz`);
    expect(session).toMatchObject({ user: { name: "Carla" } });
    const [user] = [...desk.users.values()];
    expect(user).toMatchObject({ issuer: issuer.address, groups: ["presenter"] });
  });
});
