import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as oidc from "openid-client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { createSso, demoPeople } from "../src/index.ts";

let server: Server;
let folder: string;
let origin: string;
let failures: unknown[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sso-"));
  failures = [];
  server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sso = await createSso({
    issuer: `${origin}/sso`,
    clients: [
      {
        clientId: "linedesk",
        clientSecret: "client-secret-client-secret-1234",
        redirectUris: [`${origin}/back`],
        postLogoutRedirectUris: [`${origin}/`],
      },
    ],
    keys: { path: join(folder, "keys.json") },
    allowsOwnOrigin: true,
    onError: (error) => failures.push(error),
  });
  server.on("request", (request, response) => void sso.handle(request, response));
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

/** A browser without a window that keeps cookies and follows no redirect by itself. */
class Browser {
  readonly #cookies = new Map<string, string>();

  async open(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(init.headers as Record<string, string>), cookie };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split("=");
      if (value === "" || /expires=Thu, 01 Jan 1970/i.test(line)) {
        this.#cookies.delete(name);
      } else {
        this.#cookies.set(name, value);
      }
    }
    return response;
  }

  /** Follows redirects within the issuer. Resolves to the last response and its address. */
  async follow(url: string, init: RequestInit = {}): Promise<{ url: string; response: Response }> {
    let response = await this.open(url, init);
    let at = url;
    for (let hop = 0; hop < 10 && response.headers.has("location"); hop += 1) {
      at = new URL(response.headers.get("location") ?? "", at).href;
      if (!new URL(at).pathname.startsWith("/sso")) {
        return { url: at, response };
      }
      response = await this.open(at);
    }
    return { url: at, response };
  }
}

async function aClient() {
  return oidc.discovery(
    new URL(`${origin}/sso`),
    "linedesk",
    "client-secret-client-secret-1234",
    undefined,
    { execute: [oidc.allowInsecureRequests] },
  );
}

async function start(client: oidc.Configuration, redirect_uri = `${origin}/back`) {
  const verifier = oidc.randomPKCECodeVerifier();
  const checks = {
    pkceCodeVerifier: verifier,
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
  };
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri,
    scope: "openid profile email",
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state: checks.expectedState,
    nonce: checks.expectedNonce,
  });
  return { url, checks };
}

function press(browser: Browser, pageUrl: string, sub: string, headers = {}) {
  return browser.follow(pageUrl, {
    method: "POST",
    body: new URLSearchParams({ person: sub }),
    headers,
  });
}

describe("the demonstration issuer", () => {
  test.each(demoPeople.map((person) => [person.name, person] as const))(
    "[SO1] [SO5] signs %s in at a press on the name",
    async (_name, person) => {
      const client = await aClient();
      const browser = new Browser();
      const { url, checks } = await start(client);

      const page = await browser.follow(url.href);
      const back = await press(browser, page.url, person.sub);
      const tokens = await oidc.authorizationCodeGrant(client, new URL(back.url), checks);

      expect(tokens.claims()).toMatchObject({
        sub: person.sub,
        name: person.name,
        email: person.email,
        groups: [person.role],
      });
      const info = await oidc.fetchUserInfo(client, tokens.access_token, person.sub);
      expect(info).toMatchObject({ name: person.name, groups: [person.role] });
      expect(failures).toEqual([]);
    },
  );

  test("[SO1] asks for the person again at a second sign-in", async () => {
    const client = await aClient();
    const browser = new Browser();
    const [alice, bob] = demoPeople;
    const first = await start(client);
    await press(browser, (await browser.follow(first.url.href)).url, alice?.sub ?? "");
    const second = await start(client);

    const page = await browser.follow(second.url.href);
    const back = await press(browser, page.url, bob?.sub ?? "");
    const tokens = await oidc.authorizationCodeGrant(client, new URL(back.url), second.checks);

    expect(await page.response.text()).toContain("Choose who you are.");
    expect(tokens.claims()?.sub).toBe(bob?.sub);
  });

  test("[SO1] shows our own page, with a strict Content Security Policy and its own stylesheet", async () => {
    const browser = new Browser();
    const { url } = await start(await aClient());

    const { response } = await browser.follow(url.href);
    const css = await browser.open(`${origin}/sso/sign-in.css`);

    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'; style-src 'self'");
    expect(policy).not.toContain("unsafe-inline");
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(await response.text()).toContain('href="/sso/sign-in.css"');
    expect(css.headers.get("content-type")).toContain("text/css");
    const style = await css.text();
    expect(style).toContain("color-scheme: light dark");
    expect(style).toContain('url("/fonts/inter.woff2")');
  });

  test("refuses an unknown person, a foreign page and an expired sign-in with the reason", async () => {
    const browser = new Browser();
    const { url } = await start(await aClient());
    const page = await browser.follow(url.href);

    const unknown = await press(browser, page.url, "nobody");
    const foreign = await press(browser, page.url, demoPeople[0]?.sub ?? "", {
      origin: "https://evil.example",
    });
    const lapsed = await new Browser().follow(page.url);

    expect(unknown.response.status).toBe(400);
    expect(foreign.response.status).toBe(403);
    expect(lapsed.response.status).toBe(400);
    expect(await lapsed.response.text()).toContain("This sign-in has expired. Start again.");
  });

  test("[SO6] refuses a start without PKCE, or with a foreign return address", async () => {
    const browser = new Browser();
    const client = await aClient();
    const { url } = await start(client);
    url.searchParams.delete("code_challenge");
    url.searchParams.delete("code_challenge_method");
    const foreign = await start(client, "https://evil.example/back");

    const withoutPkce = await browser.follow(url.href);
    const toForeign = await browser.follow(foreign.url.href);

    expect(new URL(withoutPkce.url).searchParams.get("error")).toBe("invalid_request");
    expect(toForeign.response.status).toBe(400);
    expect(await toForeign.response.text()).toContain("Sign-in did not finish");
  });

  test("returns to another host name of the station, on a registered path only", async () => {
    const client = await aClient();
    const other = origin.replace("127.0.0.1", "localhost");
    const good = await start(client, `${other}/back`);
    const bad = await start(client, `${other}/elsewhere`);
    const browser = new Browser();

    const page = await browser.follow(good.url.href.replace(origin, other));
    const back = await press(browser, page.url, demoPeople[1]?.sub ?? "");
    const tokens = await oidc.authorizationCodeGrant(client, new URL(back.url), good.checks);
    const refused = await browser.follow(bad.url.href.replace(origin, other));

    expect(back.url.startsWith(`${other}/back?`)).toBe(true);
    expect(tokens.claims()?.name).toBe("Bob");
    expect(refused.response.status).toBe(400);
  });

  test("asks once before it signs a person out, and returns to the console", async () => {
    const client = await aClient();
    const browser = new Browser();
    const { url, checks } = await start(client);
    const page = await browser.follow(url.href);
    const back = await press(browser, page.url, demoPeople[0]?.sub ?? "");
    const tokens = await oidc.authorizationCodeGrant(client, new URL(back.url), checks);
    const end = oidc.buildEndSessionUrl(client, {
      id_token_hint: tokens.id_token ?? "",
      post_logout_redirect_uri: `${origin}/`,
    });

    const endPage = await browser.follow(end.href);
    const html = await endPage.response.text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const action = /action="([^"]+)"/.exec(html)?.[1] ?? "";
    const done = await browser.follow(action, {
      method: "POST",
      body: new URLSearchParams({ xsrf, logout: "yes" }),
    });

    expect(html).toContain("Sign out?");
    expect(done.url).toBe(`${origin}/`);
  });

  test("answers an invalid OpenID request with a 4xx status", async () => {
    const browser = new Browser();
    const paths = [
      "",
      "/",
      "/nothing",
      "/interaction/",
      "/interaction/x",
      "/token",
      "/auth",
      "/%zz",
    ];

    const statuses = await Promise.all(
      paths.map(async (path) => (await browser.open(`${origin}/sso${path}`)).status),
    );

    for (const status of statuses) {
      expect(status).toBeGreaterThanOrEqual(400);
    }
    for (const status of statuses) {
      expect(status).toBeLessThan(500);
    }
    expect(failures).toEqual([]);
  });
});
