import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { AuthStation, Browser } from "../support/auth-station.ts";
import { useAuthStations } from "../support/auth-stations.ts";
import {
  SCRIPTED_CLIENT,
  startScriptedIssuer,
  unsigned,
  withClaims,
  type ScriptedIssuer,
} from "../support/scripted-issuer.ts";

const { aBrowser, anotherStation } = await useAuthStations();

let issuer: ScriptedIssuer;
beforeEach(async () => {
  issuer = await startScriptedIssuer();
});
afterEach(() => issuer.close());

function aDesk(env: Record<string, string> = {}): Promise<AuthStation> {
  return anotherStation({ env: { OIDC_ISSUER: issuer.address, ...SCRIPTED_CLIENT, ...env } });
}

/**
 * Goes to the issuer, which signs the person in without a question, and back. Returns the final
 * address.
 */
async function signInAt(browser: Browser): Promise<string> {
  const url = await browser.leave();
  const { searchParams } = new URL(url);
  const back = new URLSearchParams({
    code: searchParams.get("nonce") ?? "",
    state: searchParams.get("state") ?? "",
  });
  const response = await browser.fetch(`/api/auth/callback/sso?${back.toString()}`);
  return response.headers.get("location") ?? "";
}

function personOf(desk: AuthStation) {
  return [...desk.users.values()].at(-1);
}

describe("[AU30] an ID token", () => {
  test("signs the person in when a key of the issuer has signed it", async () => {
    const desk = await aDesk();
    const browser = aBrowser(desk);

    expect(await signInAt(browser)).toBe(`${desk.origin}/`);
    expect(await browser.json("/api/auth/session")).toMatchObject({ user: { name: "Fay" } });
  });

  test.each<[string, (idToken: string) => string]>([
    ["that was changed in transit", (idToken) => withClaims(idToken, { sub: "boss" })],
    ["with another signature", (idToken) => `${idToken.slice(0, -8)}AAAAAAAA`],
    ["without a signature", (idToken) => idToken.replace(/[^.]+$/, "")],
    ["that is not signed", unsigned],
  ])("%s is refused, whatever algorithms the issuer lists", async (_what, tamper) => {
    issuer.script.metadata = { id_token_signing_alg_values_supported: ["none", "RS256", "HS256"] };
    issuer.script.tamper = tamper;
    const desk = await aDesk();
    const browser = aBrowser(desk);

    const end = await signInAt(browser);

    expect(end).toContain("error=OAuthCallback");
    expect(await browser.json("/api/auth/session")).toEqual({});
    expect(desk.users.size).toBe(0);
  });

  test("[AU38] signs the person in when a newer key of the issuer has signed it", async () => {
    const desk = await aDesk();
    await signInAt(aBrowser(desk));
    await issuer.renewKeys();
    desk.pass(11 * 60_000);

    expect(await signInAt(aBrowser(desk))).toBe(`${desk.origin}/`);
  });
});

describe("[AU38] the metadata of an issuer", () => {
  test("is fetched again after ten minutes", async () => {
    const desk = await aDesk();
    await signInAt(aBrowser(desk));
    await signInAt(aBrowser(desk));
    const before = issuer.script.discoveries;

    desk.pass(11 * 60_000);
    issuer.script.metadata = { authorization_endpoint: `${issuer.address}/moved` };
    const url = await aBrowser(desk).leave();

    expect(before).toBe(1);
    expect(url).toContain("/moved?");
  });

  test("stays in use when it cannot be fetched again", async () => {
    const desk = await aDesk();
    await signInAt(aBrowser(desk));
    desk.pass(11 * 60_000);
    issuer.fail();

    const url = await aBrowser(desk).leave();

    expect(url).toContain(`${issuer.address}/auth?`);
  });

  test.each(["authorization_endpoint", "end_session_endpoint", "token_endpoint", "jwks_uri"])(
    "[AU30] is refused with an unencrypted %s",
    async (name) => {
      issuer.script.metadata = { [name]: "http://issuer.example.com/x" };
      const desk = await aDesk();

      expect(await signInAt(aBrowser(desk)).catch(() => "error=none")).toContain("error=");
      expect(desk.users.size).toBe(0);
    },
  );
});

describe("userinfo", () => {
  test("[AU34] adds groups and a verified address that the ID token omits", async () => {
    issuer.script.userinfo = { email: "fay@example.com", email_verified: true, groups: "news" };
    const desk = await aDesk();

    await signInAt(aBrowser(desk));

    expect(personOf(desk)).toMatchObject({ email: "fay@example.com", groups: ["news"] });
  });

  test.each([
    [{ email: "boss@example.com" }, { email: "fay@example.com", email_verified: true }],
    [{ email_verified: true }, { email: "boss@example.com" }],
    [{ email_verified: true }, { email: "boss@example.com", email_verified: false }],
    [{ email: "boss@example.com", email_verified: false }, { email_verified: true }],
  ])("[AU37] verifies no address by claims %j and userinfo %j", async (claims, userinfo) => {
    issuer.script.claims = { sub: "fay", name: "Fay", ...claims };
    issuer.script.userinfo = userinfo;
    const desk = await aDesk();

    await signInAt(aBrowser(desk));

    expect(personOf(desk)).toMatchObject({ name: "Fay", email: null });
  });

  test("[AU37] verifies an address without email_verified when a setting trusts the issuer", async () => {
    issuer.script.claims = { sub: "fay", name: "Fay", email: "fay@example.com" };
    const careful = await aDesk();
    const trusting = await aDesk({ OIDC_EMAILS_VERIFIED: "true" });

    await signInAt(aBrowser(careful));
    await signInAt(aBrowser(trusting));

    expect(personOf(careful)?.email).toBeNull();
    expect(personOf(trusting)?.email).toBe("fay@example.com");
  });
});

test("[AU7] only the parameters prompt and login_hint reach the issuer", async () => {
  const desk = await aDesk();
  async function leaveWith(query: Record<string, string>) {
    const path = `/api/auth/signin/sso?${new URLSearchParams(query).toString()}`;
    const { url } = (await (await aBrowser(desk).post(path)).json()) as { url: string };
    return Object.fromEntries(new URL(url).searchParams);
  }

  const signIn = await leaveWith({
    prompt: "select_account",
    login_hint: "fay@example.com",
    redirect_uri: "https://evil.example/",
    scope: "everything",
  });
  const wrong = await leaveWith({ prompt: "x&y=1", login_hint: "a\u0000b" });

  expect(signIn).toMatchObject({
    prompt: "select_account",
    login_hint: "fay@example.com",
    redirect_uri: `${desk.origin}/api/auth/callback/sso`,
    scope: "openid profile email",
  });
  expect(Object.keys(wrong)).not.toContain("prompt");
  expect(Object.keys(wrong)).not.toContain("login_hint");
});
