import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { AuthStation } from "../support/auth-station.ts";
import { useAuthStations } from "../support/auth-stations.ts";
import {
  SCRIPTED_CLIENT,
  signInAt,
  startScriptedIssuer,
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

function personOf(desk: AuthStation) {
  return [...desk.users.values()].at(-1);
}

test.each<[string, object, object | null]>([
  ["the ID token", { realm_access: { roles: ["news"] } }, null],
  ["userinfo", { realm_access: {} }, { realm_access: { roles: ["news"] } }],
])("[AU34] groups are read within another claim of %s", async (_of, claims, userinfo) => {
  issuer.script.claims = { sub: "fay", ...claims };
  issuer.script.userinfo = userinfo as ScriptedIssuer["script"]["userinfo"];
  const desk = await aDesk({ OIDC_GROUPS_CLAIM: "realm_access.roles" });

  await signInAt(aBrowser(desk));

  expect(personOf(desk)).toMatchObject({ groups: ["news"], groupsGap: null });
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

  test.each<[string, () => void]>([
    ["is of another person", () => (issuer.script.userinfo = { sub: "boss", groups: "news" })],
    ["fails", () => (issuer.script.userinfoStatus = 500)],
  ])("[AU73] is named as the fault when it %s and the name is missing", async (_how, spoil) => {
    issuer.script.claims = { sub: "fay" };
    spoil();
    const desk = await aDesk();
    const browser = aBrowser(desk);

    const end = await signInAt(browser);

    expect(end).toBe(`${desk.origin}/api/auth/error?error=UserInfo`);
    const words = "did not tell the station who you are";
    expect(await (await browser.fetch(end)).text()).toContain(words);
    expect(desk.users.size).toBe(0);
  });
});
