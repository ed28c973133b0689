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
      return Promise.resolve(new Response(JSON.stringify(answer)));
    },
    timeoutMs: 1_000,
    here: () => "http://localhost/2zz",
    leave,
    log,
    ...change,
  });
  return { session, sent, leave, log };
}

describe("the session in the browser", () => {
  test("[AU3] goes from loading to authenticated or unauthenticated", async () => {
    const signedIn = client({ session: { user, expires: "2026-11-22T00:00:00.000Z" } });
    const nobody = client({ session: {} });
    expect(signedIn.session.state).toEqual({ status: "loading" });

    await signedIn.session.refresh();
    await nobody.session.refresh();

    expect(signedIn.session.state).toMatchObject({ status: "authenticated", user });
    expect(nobody.session.state).toEqual({ status: "unauthenticated" });
  });

  test("[AU24] logs CLIENT_FETCH_ERROR and keeps what it knew when the server cannot be reached", async () => {
    const { session, log } = client({});

    await session.refresh();

    expect(session.state).toEqual({ status: "loading" });
    expect(log).toHaveBeenCalledWith("CLIENT_FETCH_ERROR", expect.any(TypeError));
  });

  test("[AU11] signs in with provider sso and the way back to this page", async () => {
    const { session, sent, leave } = client({
      csrf: { csrfToken: "t" },
      "signin/sso": { url: "https://issuer.example.com/auth" },
    });

    await session.signIn();

    expect(sent.at(-1)).toEqual([
      "signin/sso",
      "csrfToken=t&callbackUrl=http%3A%2F%2Flocalhost%2F2zz&json=true",
    ]);
    expect(leave).toHaveBeenCalledWith("https://issuer.example.com/auth");
  });

  test("does not sign in while it signs out, and does again when that failed", async () => {
    const answers: Record<string, unknown> = { csrf: { csrfToken: "t" }, signout: { url: "/out" } };
    const out = client({ ...answers, "signin/sso": { url: "/in" } });
    const failed = client({ csrf: { csrfToken: "t" }, "signin/sso": { url: "/in" } });

    await Promise.all([out.session.signOut(), out.session.signIn()]);
    await failed.session.signOut();
    await failed.session.signIn();

    expect(out.leave.mock.calls).toEqual([["/out"]]);
    expect(failed.leave.mock.calls).toEqual([["/in"]]);
  });

  test("asks for the CSRF token once, and again when a fresh one is wanted", async () => {
    const { session, sent } = client({ csrf: { csrfToken: "t" } });

    await session.csrfToken(false);
    await session.csrfToken(false);
    await session.csrfToken(true);

    expect(sent.map(([path]) => path)).toEqual(["csrf", "csrf"]);
  });
});
