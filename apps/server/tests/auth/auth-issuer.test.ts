import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { AuthStation } from "../support/auth-station.ts";
import { useAuthStations } from "../support/auth-stations.ts";
import { aStation } from "../support/people.ts";
import {
  SCRIPTED_CLIENT,
  signInAt,
  startScriptedIssuer,
  unsigned,
  withClaims,
  type ScriptedIssuer,
} from "../support/scripted-issuer.ts";

const { aBrowser, anotherStation, db } = await useAuthStations();

let issuer: ScriptedIssuer;
beforeEach(async () => {
  issuer = await startScriptedIssuer();
});
afterEach(() => issuer.close());

function aDesk(env: Record<string, string> = {}): Promise<AuthStation> {
  return anotherStation({ env: { OIDC_ISSUER: issuer.address, ...SCRIPTED_CLIENT, ...env } });
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
  ])("%s is refused, although the issuer also lists `none` and HS256", async (_what, tamper) => {
    issuer.script.metadata = { id_token_signing_alg_values_supported: ["none", "RS256", "HS256"] };
    issuer.script.tamper = tamper;
    const desk = await aDesk();
    const browser = aBrowser(desk);

    const end = await signInAt(browser);

    expect(end).toMatch(/error=(?:OAuthCallback|SigningMethod)/);
    expect(await browser.json("/api/auth/session")).toEqual({});
    expect(desk.users.size).toBe(0);
  });

  test("[AU38] signs the person in when a newer key of the issuer has signed it", async () => {
    const desk = await aDesk();
    await signInAt(aBrowser(desk));
    await issuer.renewKeys();

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

test("[AU7] valid parameters prompt and login_hint reach the issuer, and redirect_uri and scope do not", async () => {
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

describe("[AU73] an issuer", () => {
  test("may have a slash at the end of its name although the setting has none, and the reverse", async () => {
    issuer.script.name = `${issuer.address}/realm/`;
    const lacks = await aDesk({ OIDC_ISSUER: `${issuer.address}/realm` });
    expect(await signInAt(aBrowser(lacks))).toBe(`${lacks.origin}/`);
    const before = personOf(lacks);

    issuer.script.name = `${issuer.address}/realm`;
    const has = await aDesk({ OIDC_ISSUER: `${issuer.address}/realm/` });
    const browser = aBrowser(has);
    expect(await signInAt(browser)).toBe(`${has.origin}/`);

    expect(before?.sub).toBe("fay");
    const users = db.selectFrom("user").select("id").where("subject", "=", "fay");
    const named = users.where("issuer", "like", `${issuer.address}/realm%`);
    expect(await named.execute()).toHaveLength(1);
  });

  test.each([-100, -60, 60, 100])("may have a clock that is off by %i s", async (aheadS) => {
    issuer.script.aheadS = aheadS;
    const desk = await aDesk();

    expect(await signInAt(aBrowser(desk))).toBe(`${desk.origin}/`);
  });

  test.each<[string, string, () => void]>([
    ["ClockOff", "The clocks of", () => (issuer.script.aheadS = 300)],
    ["ClockOff", "The clocks of", () => (issuer.script.aheadS = -600)],
    [
      "IssuerMismatch",
      "has another name",
      () => (issuer.script.name = "https://other.example.com"),
    ],
    ["Discovery", "no OpenID description", () => (issuer.script.metadata = { issuer: undefined })],
    ["Unavailable", "has a fault", () => issuer.fail()],
    [
      "SigningMethod",
      "does not sign with a key",
      () => {
        issuer.script.metadata = { id_token_signing_alg_values_supported: ["HS256"] };
      },
    ],
  ])(
    "with the fault %s leads to an error page that names this fault",
    async (problem, words, spoil) => {
      spoil();
      const desk = await aDesk();
      const browser = aBrowser(desk);

      const begun = await browser.leave();
      const end = begun.startsWith(desk.origin) ? begun : await signInAt(browser);

      expect(end).toBe(`${desk.origin}/api/auth/error?error=${problem}`);
      expect(await (await browser.fetch(end)).text()).toContain(words);
    },
  );

  test.each([
    ["access_denied", "Cancelled"],
    ["login_required", "LoginRequired"],
    ["consent_required", "LoginRequired"],
    ["temporarily_unavailable", "Unavailable"],
    ["server_error", "Unavailable"],
    ["invalid_scope", "Configuration"],
    ["constructor", "Refused"],
    ["invalid_grant", "Refused"],
  ])("that answers %s leads to the error page %s", async (error, problem) => {
    const desk = await aDesk();
    const browser = aBrowser(desk);
    const state = new URL(await browser.leave()).searchParams.get("state") ?? "";

    const query = new URLSearchParams({ error, state }).toString();
    const { url } = await browser.follow(`/api/auth/callback/sso?${query}`);

    expect(url).toBe(`${desk.origin}/api/auth/error?error=${problem}`);
  });
});

test("[AU33] the owner-to-be sees why an address that is not verified gives no role", async () => {
  issuer.script.claims = { sub: "own", name: "Olga", preferred_username: "Own@Example.com" };
  const desk = await aDesk({ OWNER_EMAIL: "own@example.com" });
  const browser = aBrowser(desk);

  const end = await signInAt(browser);

  expect(end).toContain("/api/auth/notice?notice=owner_unverified");
  expect(await (await browser.fetch(end)).text()).toContain("OIDC_EMAILS_VERIFIED=true");
});

describe("[AU71] groups that the issuer leaves out", () => {
  const named = { sub: "gap", name: "Gail", email: "gail@example.com", email_verified: true };

  /** Creates a station at which a group gave Gail the role admin at her first sign-in. */
  async function aDeskOfGail() {
    const station = await aStation(db);
    const { call_sign: callSign } = await db
      .selectFrom("station")
      .select("call_sign")
      .where("id", "=", station)
      .executeTakeFirstOrThrow();
    const desk = await aDesk({ OIDC_ROLES: `/bosses=${callSign}:admin,news=${callSign}:screener` });
    issuer.script.claims = { ...named, groups: ["/bosses"] };
    await signInAt(aBrowser(desk));
    async function role(): Promise<string | undefined> {
      const rows = db.selectFrom("membership").select("role").where("station_id", "=", station);
      return (await rows.executeTakeFirst())?.role;
    }
    async function gapEntry() {
      const entries = db.selectFrom("audit_entry").select(["address", "details"]);
      const ofGap = entries.where("action", "=", "user.groups_left_out");
      return ofGap.where("station_id", "=", station).executeTakeFirst();
    }
    expect(await role()).toBe("admin");
    return { desk, role, gapEntry };
  }

  function elsewhere(): object {
    const endpoint = `${issuer.address}/groups`;
    return { _claim_names: { groups: "src1" }, _claim_sources: { src1: { endpoint } } };
  }

  function failUserInfo(): object {
    issuer.script.userinfoStatus = 500;
    return {};
  }

  test.each<[string, string, () => object]>([
    ["elsewhere", "left your groups out", () => ({ ...elsewhere(), _claim_sources: {} })],
    ["elsewhere", "left your groups out", () => elsewhere()],
    ["elsewhere", "left your groups out", () => ({ ...elsewhere(), groups: ["news"] })],
    ["elsewhere", "left your groups out", () => ({ hasgroups: true })],
    ["too_many", "more than 1,000", () => ({ groups: Array.from({ length: 1_001 }, String) })],
    ["unreadable", "cannot read", () => ({ groups: ["news", null] })],
    ["unreadable", "cannot read", () => ({ groups: ["news", { name: "x" }] })],
    ["unreadable", "cannot read", () => ({ groups: 7 })],
    ["unanswered", "did not answer", () => failUserInfo()],
  ])(
    "(%s) leave the roles unchanged, and person and audit get the reason",
    async (gap, words, claim) => {
      const { desk, role, gapEntry } = await aDeskOfGail();
      issuer.script.claims = { ...named, ...claim() };
      issuer.script.groups = { "@odata.nextLink": "https://graph.example.com/2", value: ["news"] };
      const browser = aBrowser(desk);

      const end = await signInAt(browser);

      expect(await role()).toBe("admin");
      expect(await browser.json("/api/auth/session")).toMatchObject({ user: { name: "Gail" } });
      const { searchParams, pathname } = new URL(end);
      expect([pathname, searchParams.get("notice")]).toEqual(["/api/auth/notice", gap]);
      const page = await (await browser.fetch(end)).text();
      expect(page).toContain(words);
      expect(page).toContain("Your roles stay as they were");
      expect(page).toContain(`href="${desk.origin}/"`);
      expect(await gapEntry()).toMatchObject({
        address: "127.0.0.1",
        details: { reason: expect.stringContaining("issuer") as string },
      });
    },
  );

  test.each<[string, object, string]>([
    ["by GET", { groups: ["news"] }, "GET Bearer a"],
    ["by GET, as a list of values", { value: ["news"] }, "GET Bearer a"],
  ])("are read at the endpoint that the token names, %s", async (_how, answer, request) => {
    const { desk, role } = await aDeskOfGail();
    issuer.script.claims = { ...named, ...elsewhere() };
    issuer.script.groups = answer;

    expect(await signInAt(aBrowser(desk))).toBe(`${desk.origin}/`);

    expect(issuer.script.groupRequests).toEqual([request]);
    expect(await role()).toBe("screener");
  });

  test("are read with the token's own key by POST at a directory like Microsoft Graph", async () => {
    const { desk, role } = await aDeskOfGail();
    const endpoint = `${issuer.address}/groups/me/getMemberObjects`;
    const _claim_sources = { src1: { endpoint, access_token: "key" } };
    issuer.script.claims = { ...named, ...elsewhere(), _claim_sources };
    issuer.script.groups = { value: ["/bosses"] };

    await signInAt(aBrowser(desk));

    expect(issuer.script.groupRequests).toEqual(["POST Bearer key"]);
    expect(await role()).toBe("admin");
  });

  test("leave the roles unchanged when only userinfo says that they are elsewhere", async () => {
    const { desk, role } = await aDeskOfGail();
    issuer.script.claims = named;
    issuer.script.userinfo = { _claim_names: { groups: "src1" } };

    const { pathname } = new URL(await signInAt(aBrowser(desk)));

    expect([pathname, await role()]).toEqual(["/api/auth/notice", "admin"]);
  });

  test("are read from userinfo when it has them", async () => {
    const { desk, role } = await aDeskOfGail();
    issuer.script.claims = { ...named, ...elsewhere() };
    issuer.script.userinfo = { groups: ["news"] };

    expect(await signInAt(aBrowser(desk))).toBe(`${desk.origin}/`);

    expect(await role()).toBe("screener");
  });

  test("matter only when a setting gives groups roles", async () => {
    const desk = await aDesk();
    issuer.script.claims = { ...named, ...elsewhere(), _claim_sources: {} };

    expect(await signInAt(aBrowser(desk))).toBe(`${desk.origin}/`);
  });
});
