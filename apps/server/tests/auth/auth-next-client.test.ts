import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";

import { Browser, startAuthStation } from "../support/auth-station.ts";
import { openTestDatabase } from "../support/database.ts";

let browser: Browser;
const errors: unknown[][] = [];

const station = await startAuthStation((await openTestDatabase()).db);
// The parts of a page that the client needs: an address, a store and a way to fetch.
const page = { href: `${station.origin}/` };
vi.stubGlobal("window", { location: page, addEventListener: () => undefined });
vi.stubGlobal("localStorage", { setItem: () => undefined });
vi.stubGlobal("navigator", { onLine: true });
vi.spyOn(console, "error").mockImplementation((...entry: unknown[]) => void errors.push(entry));
const client = await import("next-auth/react");

beforeEach(() => {
  browser = new Browser(station.origin);
  page.href = `${station.origin}/2zz`;
  vi.stubGlobal("fetch", withBrowser(browser));
});

afterEach(() => {
  errors.length = 0;
});

afterAll(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await station.close();
});

const plainFetch = globalThis.fetch;

/**
 * Sends requests to the page's origin with the browser's cookies, and all other requests unchanged.
 */
function withBrowser(own: Browser): typeof fetch {
  return (input, init) =>
    typeof input === "string" && input.startsWith("/")
      ? own.fetch(input, init)
      : plainFetch(input, init);
}

test("[AU4] the official client reads session, token and providers", async () => {
  expect(await client.getSession()).toBeNull();
  expect(await client.getCsrfToken()).toMatch(/^[0-9a-f]{64}$/);
  expect(await client.getCsrfToken()).toBe(await client.getCsrfToken());
  expect(Object.keys((await client.getProviders()) ?? {})).toEqual(["sso"]);
  expect(errors).toEqual([]);
});

test("[AU1] [AU7] [AU8] the official client signs in and out", async () => {
  await client.signIn("sso");
  const leftFor = page.href;
  const back = await browser.chooseAt(leftFor, "Alice");
  const session = await client.getSession();

  expect(new URL(leftFor).pathname).toBe("/sso/auth");
  expect(back.url).toBe(`${station.origin}/2zz`);
  expect(session).toMatchObject({ user: { name: "Alice", email: "alice@example.com" } });

  page.href = `${station.origin}/2zz`;
  await client.signOut({ callbackUrl: "/api/auth/signin" });

  expect(page.href).toBe(`${station.origin}/api/auth/signin`);
  expect(await client.getSession()).toBeNull();
  expect(errors).toEqual([]);
});

test("[AU13] an unknown provider leads the client to the sign-in page", async () => {
  await client.signIn("github");

  expect(page.href).toBe(
    `/api/auth/signin?${new URLSearchParams({ callbackUrl: `${station.origin}/2zz` }).toString()}`,
  );
});

test("[AU16] a foreign callback URL leads the client to the error page", async () => {
  await client.signIn("sso", { callbackUrl: "https://evil.example/" });

  expect(page.href).toBe("/api/auth/error?error=INVALID_CALLBACK_URL_ERROR");
});

test("[AU13] providers that cannot be fetched lead the client to the error page", async () => {
  const posts: string[] = [];
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    if (init?.method === "POST") {
      posts.push(path);
    }
    if (path.endsWith("/_log")) {
      return browser.fetch(path, init);
    }
    return Promise.reject(new TypeError("network is gone"));
  });

  await client.signIn("sso");

  expect(page.href).toBe("/api/auth/error");
  expect(posts).toEqual(["/api/auth/_log"]);
});

test("[AU24] a failed request is logged as CLIENT_FETCH_ERROR and returns null", async () => {
  const logged: number[] = [];
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (!path.endsWith("/_log")) {
      throw new TypeError("network is gone");
    }
    const answer = await browser.fetch(path, init);
    logged.push(answer.status);
    return answer;
  });

  expect(await client.getSession()).toBeNull();

  await expect.poll(() => logged).toEqual([200]);
  expect(JSON.stringify(errors)).toContain("CLIENT_FETCH_ERROR");
});
