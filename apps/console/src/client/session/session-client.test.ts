import { describe, expect, test, vi } from "vitest";

import { createSessionClient, type SessionOptions } from "./session-client.ts";

const user = { id: "0190a000-0000-7000-8000-00000000000a", name: "Alice", email: null };

function client(routes: Record<string, unknown>, change: Partial<SessionOptions> = {}) {
  const sent: [path: string, body: string | null][] = [];
  const leave = vi.fn<(url: string) => void>();
  const log = vi.fn<(code: string, error: unknown) => void>();
  const session = createSessionClient({
    fetch: (input, init) => {
      const path = (input instanceof Request ? input.url : input.toString()).replace(
        "/api/auth/",
        "",
      );
      sent.push([path, init?.body instanceof URLSearchParams ? init.body.toString() : null]);
      const answer = routes[path];
      if (answer === undefined) {
        return Promise.reject(new TypeError("Failed to fetch"));
      }
      return Promise.resolve(
        answer instanceof Response ? answer : new Response(JSON.stringify(answer)),
      );
    },
    timeoutMs: 1_000,
    here: () => "http://localhost/2zz",
    navigate: leave,
    log,
    ...change,
  });
  return { session, sent, leave, log };
}

const providers = { sso: { id: "sso" } };
const wayBack = "callbackUrl=http%3A%2F%2Flocalhost%2F2zz";

describe("the session in the browser", () => {
  test("[AU3] changes from `loading` to `authenticated` or `unauthenticated`", async () => {
    const signedIn = client({ session: { user, expires: "2026-11-22T00:00:00.000Z" } });
    const nobody = client({ session: {} });
    expect(signedIn.session.state).toEqual({ status: "loading" });

    await signedIn.session.refresh();
    await nobody.session.refresh();

    expect(signedIn.session.state).toMatchObject({ status: "authenticated", user });
    expect(nobody.session.state).toEqual({ status: "unauthenticated" });
  });

  test("[AU24] logs CLIENT_FETCH_ERROR and keeps the known session when the server cannot be reached", async () => {
    const { session, log } = client({});

    await session.refresh();

    expect(session.state).toEqual({ status: "loading" });
    expect(log).toHaveBeenCalledWith("CLIENT_FETCH_ERROR", expect.any(TypeError));
  });

  test("signs in with provider sso and the return address of this page", async () => {
    const { session, sent, leave } = client({
      providers,
      csrf: { csrfToken: "t" },
      "signin/sso": { url: "https://issuer.example.com/auth" },
    });

    expect(await session.signIn()).toBe("leaving");

    expect(sent.at(-1)).toEqual([
      "signin/sso",
      "csrfToken=t&callbackUrl=http%3A%2F%2Flocalhost%2F2zz&json=true",
    ]);
    expect(leave).toHaveBeenCalledWith("https://issuer.example.com/auth");
  });

  test("does not sign in while it signs out, and signs in again after a failed sign-out", async () => {
    const signIn = { providers, csrf: { csrfToken: "t" }, "signin/sso": { url: "/in" } };
    const out = client({ ...signIn, signout: { url: "/out" } });
    const failed = client(signIn);

    await Promise.all([out.session.signOut(), out.session.signIn()]);
    await failed.session.signOut();
    await failed.session.signIn();

    expect(out.leave.mock.calls).toEqual([["/out"]]);
    expect(failed.leave.mock.calls).toEqual([["/in"]]);
  });

  test.each([
    ["an unknown provider", { providers: { other: {} } }, `/api/auth/signin?${wayBack}`],
    [
      "a refusal that names its page",
      {
        providers,
        csrf: { csrfToken: "t" },
        "signin/sso": Response.json({ url: "/api/auth/error?error=X" }, { status: 400 }),
      },
      "/api/auth/error?error=X",
    ],
    [
      "a refusal without words",
      {
        providers,
        csrf: { csrfToken: "t" },
        "signin/sso": new Response("busy", { status: 429 }),
      },
      `/api/auth/signin?${wayBack}`,
    ],
    [
      "providers that are refused",
      { providers: new Response("", { status: 500 }) },
      "/api/auth/error",
    ],
  ])("[SH22] [AU13] leads to the error or the sign-in page for %s", async (_, routes, page) => {
    const { session, leave } = client(routes);

    expect(await session.signIn()).toBe("leaving");

    expect(leave.mock.calls).toEqual([[page]]);
  });

  test.each([
    ["providers", {}],
    ["the sign-in", { providers, csrf: { csrfToken: "t" } }],
  ])("[SH22] stays and returns `unreachable` if %s cannot be reached", async (_, routes) => {
    const { session, leave } = client(routes);

    expect(await session.signIn()).toBe("unreachable");

    expect(leave).not.toHaveBeenCalled();
  });

  test("[SH23] leads to the sign-in page with SessionRequired, and back to this page", () => {
    const { session, leave } = client({});

    session.requireSignIn();

    expect(leave).toHaveBeenCalledWith(`/api/auth/signin?error=SessionRequired&${wayBack}`);
  });

  test("requests the CSRF token once, and again when a new one is needed", async () => {
    const { session, sent } = client({ csrf: { csrfToken: "t" } });

    await session.csrfToken(false);
    await session.csrfToken(false);
    await session.csrfToken(true);

    expect(sent.map(([path]) => path)).toEqual(["csrf", "csrf"]);
  });
});
