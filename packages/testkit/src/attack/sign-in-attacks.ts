import { type Attack, mustHold } from "./attack.ts";
import { CookieClient } from "./cookie-client.ts";

const EVIL = "https://evil.example";

const callbacks: Attack = {
  name: "redirect a sign-in to another site",
  run: async ({ origin }) => {
    const wanted = [`${EVIL}/`, "//evil.example", "/\\evil.example", "javascript:alert(1)"];
    for (const callbackUrl of wanted) {
      const at = await new CookieClient(origin).signIn("Dan", callbackUrl);
      mustHold(at.startsWith(new URL(origin).origin), `${callbackUrl} leads to ${at}`);
    }
    const http = new CookieClient(origin);
    const page = new URL(await http.beginSignIn());
    page.searchParams.set("redirect_uri", `${EVIL}/callback`);
    const reply = await http.ask(page.href);
    const to = reply.headers.get("location") ?? "";
    mustHold(!to.startsWith(EVIL), "the issuer sends a code to another site");
    return `${wanted.length} callback addresses and a foreign redirect_uri`;
  },
};

const forgeries: Attack = {
  name: "forge a session",
  run: async ({ origin, as }) => {
    const http = new CookieClient(origin);
    const forged = "/api/auth/callback/sso?code=abc&state=def";
    await http.follow(forged);
    await http.beginSignIn();
    await http.follow(forged);
    mustHold(await isNobody(http), "a callback without a sign-in creates a session");
    for (const [name, value] of as.screener.cookies) {
      const changed = new CookieClient(origin);
      changed.cookies.set(name, `${value.slice(0, -2)}xx`);
      mustHold(await isNobody(changed), `a changed ${name} is a session`);
    }
    const leaving = new CookieClient(origin);
    await leaving.signIn("Dan");
    const stored = new Map(leaving.cookies);
    const { csrfToken } = await leaving.read("/auth/csrf");
    await leaving.ask("/api/auth/signout", { form: { csrfToken: String(csrfToken) } });
    const after = new CookieClient(origin);
    stored.forEach((value, name) => after.cookies.set(name, value));
    mustHold(await isNobody(after), "a session outlives its sign-out");
    return "forged callbacks, changed cookies, a cookie after the sign-out";
  },
};

async function isNobody(http: CookieClient): Promise<boolean> {
  return (await http.status("/station")) === 401;
}

const crossSite: Attack = {
  name: "change a setting from another site",
  run: async ({ as }) => {
    const json = { name: "theme", value: "dark" };
    for (const [what, headers] of [
      ["without a token", { "x-csrf-token": "" }],
      ["with a foreign token", { "x-csrf-token": "f".repeat(64) }],
      ["from another origin", { origin: EVIL }],
      ["from no origin", { origin: "null" }],
    ] as const) {
      const status = await as.screener.status("/user/settings", { json, headers });
      mustHold(status === 403, `${what}: ${status}`);
    }
    const cors = await as.screener.ask("/api/station", { headers: { origin: EVIL } });
    const allowed = cors.headers.get("access-control-allow-origin");
    mustHold(allowed === null, `another origin reads: ${allowed}`);
    return "no token, a foreign token, a foreign origin, a null origin, a read across origins";
  },
};

export const signInAttacks: readonly Attack[] = [callbacks, forgeries, crossSite];
