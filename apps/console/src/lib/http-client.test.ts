import { describe, expect, test, vi } from "vitest";

import { changeSetting, describeCall, listStations } from "@linedesk/contract";
import { createHttpClient, HttpError, type HttpOptions } from "./http-client.ts";

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json" },
  });
}

function failed(status: number, code: string, more: object = {}): Response {
  return json(status, {
    error: {
      code,
      reason: "of_a_test",
      params: {},
      message: `words of ${code}`,
      requestId: "r1",
      ...more,
    },
  });
}

function client(answer: typeof fetch, change: Partial<HttpOptions> = {}) {
  return createHttpClient({
    fetch: answer,
    timeoutMs: 10_000,
    readSent: (sent) => sent,
    pageEntry: null,
    csrfToken: () => Promise.resolve("token"),
    onSignedOut: () => undefined,
    ...change,
  });
}

async function failureOf(call: Promise<unknown>): Promise<HttpError["failure"]> {
  try {
    await call;
  } catch (error) {
    if (error instanceof HttpError) {
      return error.failure;
    }
  }
  throw new Error("the call did not fail with an HttpError");
}

const stations = { items: [], nextCursor: null };

describe("the HTTP client", () => {
  test("[LG26] parses each answer with the page's parser", async () => {
    const answer = () => Promise.resolve(json(200, { items: [] }));
    const read = client(answer, { readSent: () => stations });

    expect(await read.call(listStations, {})).toEqual(stations);
  });

  test("returns what the contract describes", async () => {
    const http = client(() => Promise.resolve(json(200, stations)));

    await expect(http.call(listStations, {})).resolves.toEqual(stations);
  });

  test("reports a non-2xx answer with the server's message and code", async () => {
    const http = client(() => Promise.resolve(failed(409, "call_taken")));

    expect(await failureOf(http.call(listStations, {}))).toMatchObject({
      kind: "answered",
      status: 409,
      body: { code: "call_taken", message: "words of call_taken" },
    });
  });

  test("[AP16] distinguishes a network error, a timeout and leaving the page", async () => {
    const network = client(() => Promise.reject(new TypeError("Failed to fetch")));
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        function abort(): void {
          reject(new DOMException("", "AbortError"));
        }
        if (init?.signal?.aborted === true) {
          abort();
        }
        init?.signal?.addEventListener("abort", abort);
      });
    const leaving = new AbortController();

    expect(await failureOf(network.call(listStations, {}))).toEqual({ kind: "network" });
    const slow = failureOf(client(never, { timeoutMs: 5 }).call(listStations, {}));
    expect(await slow).toEqual({ kind: "timeout", timeoutMs: 5 });
    const left = failureOf(client(never).call(listStations, { signal: leaving.signal }));
    leaving.abort();
    expect(await left).toEqual({ kind: "aborted" });
  });

  test("reports an answer that does not match the contract", async () => {
    const http = client(() => Promise.resolve(json(200, { items: "none" })));

    expect(await failureOf(http.call(listStations, {}))).toEqual({ kind: "malformed" });
  });

  test("reports an answer that was cut off as a lost network, not as one that does not match", async () => {
    const cut = new ReadableStream({ start: (body) => body.error(new TypeError("cut off")) });
    const http = client(() => Promise.resolve(new Response(cut, { status: 200 })));

    expect(await failureOf(http.call(listStations, {}))).toEqual({ kind: "network" });
  });

  test("[ST5] names the page's first script in state-changing requests", async () => {
    const sent: (string | null)[] = [];
    const http = client(
      (_, init) => {
        sent.push(new Headers(init?.headers).get("x-linedesk-page"));
        return Promise.resolve(json(500, {}));
      },
      { pageEntry: "/assets/index-a1.js" },
    );

    await failureOf(http.call(changeSetting, { body: { setting: "VIEW", value: true } }));
    await failureOf(http.call(listStations, {}));

    expect(sent).toEqual(["/assets/index-a1.js", null]);
  });

  test("sends the CSRF token with state-changing requests, and a new one after a refusal", async () => {
    const tokens: boolean[] = [];
    const answers = [failed(403, "csrf_failed"), failed(404, "not_found")];
    const sent: Headers[] = [];
    const http = client(
      (_, init) => {
        sent.push(new Headers(init?.headers));
        return Promise.resolve(answers.shift() ?? json(500, {}));
      },
      {
        csrfToken: (fresh) => {
          tokens.push(fresh);
          return Promise.resolve(fresh ? "new" : "old");
        },
      },
    );

    const body = { call: "0190a000-0000-7000-8000-000000000001", description: "rates" };
    expect(await failureOf(http.call(describeCall, { body }))).toMatchObject({ status: 404 });

    expect(tokens).toEqual([false, true]);
    expect(sent.map((headers) => headers.get("x-csrf-token"))).toEqual(["old", "new"]);
  });

  test("reports the sign-in page when no one is signed in", async () => {
    const onSignedOut = vi.fn<(signIn: string | null) => void>();
    const signIn = "/api/auth/signin?error=SessionRequired";
    const http = client(() => Promise.resolve(failed(401, "not_signed_in", { signIn })), {
      onSignedOut,
    });

    await failureOf(http.call(listStations, {}));

    expect(onSignedOut).toHaveBeenCalledWith(signIn);
  });
});
