import { createServer, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";

import { afterAll, describe, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";

import { findRootFolder } from "@linedesk/base";
import { apiError, errorStatus } from "@linedesk/contract";
import { errorReasons } from "../../src/errors/describe-refusal.ts";
import { generalRules, operationRules } from "../../src/platform/http/docs/operation-rules.ts";
import { aPerson, aStation } from "../support/people.ts";
import { endpoints } from "../support/probed-station.ts";
import { asPerson, startTestServer } from "../support/station-server.ts";

const seen: IncomingMessage[] = [];
/** Replaces only the exchange's listener, because the test checks only the forwarded requests. */
const exchange = createServer((request, response) => {
  seen.push(request);
  request.resume();
  request.on("end", () => response.writeHead(200).end('{"taken":true}'));
});
const sockets = new WebSocketServer({ server: exchange });
sockets.on("connection", (socket, request) => {
  seen.push(request);
  socket.on("message", (data: Buffer) => socket.send(data.toString()));
});
await new Promise<void>((resolve) => exchange.listen(0, "127.0.0.1", resolve));
const { port } = exchange.address() as AddressInfo;
const server = await startTestServer({ EXCHANGE_PORT: String(port) });

afterAll(async () => {
  await server.close();
  exchange.closeAllConnections();
  exchange.close();
});

interface Operation {
  operationId: string;
  responses: object;
  "x-rules"?: { reason: string }[];
}

async function errorOf(answer: Response) {
  return apiError.parse(await answer.json()).error;
}

describe("answers", () => {
  test("[AP18] carry the security headers, whatever their status", async () => {
    const paths = ["/", "/api/health/live", "/api/nothing", "/api/docs", "/api/user/settings"];

    for (const path of paths) {
      const { headers } = await server.get(path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'self'; script-src 'self'; style-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
      expect(headers.get("permissions-policy")).toContain(
        "microphone=(self), speaker-selection=(self)",
      );
      expect(headers.has("strict-transport-security")).toBe(false);
    }
  });

  test("[AP3][AP5] to an unknown path are 404 in the error shape", async () => {
    const answer = await server.get("/api/nothing/here");

    expect(answer.status).toBe(404);
    expect(await errorOf(answer)).toMatchObject({ code: "not_found" });
  });

  test.each(["GET", "POST", "DELETE"])(
    "[AP5] to a path with a parameter that no path can have are 404: %s",
    async (method) => {
      const url = `${server.url}/api/station/${"x".repeat(150)}/flags`;
      const answer = await fetch(url, { method });

      expect([answer.status, (await errorOf(answer)).code]).toEqual([404, "not_found"]);
    },
  );

  test("[AP3] to a known path with another method are 405 and name the allowed methods", async () => {
    const answer = await fetch(`${server.url}/api/user/settings`, { method: "DELETE" });

    expect(answer.status).toBe(405);
    const error = await errorOf(answer);
    expect(error.code).toBe("method_not_allowed");
    expect(error.message).toContain("GET, POST");
  });

  test("[AP5] to invalid JSON are 400", async () => {
    // Unauthenticated requests are refused before the body is read.
    const headers = asPerson(await aPerson(server.db));
    const answer = await fetch(`${server.url}/api/user/settings`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: "{nonsense",
    });

    expect(answer.status).toBe(400);
    expect((await errorOf(answer)).code).toBe("bad_request");
  });

  test("[AP5] to a body over the limit are 413", async () => {
    const alice = await aPerson(server.db);
    const answer = await server.post("/api/user/settings", { value: "x".repeat(600_000) }, alice);

    expect(answer.status).toBe(413);
    expect((await errorOf(answer)).code).toBe("too_large");
  });

  test("[AP3] to an unexpected failure have an id and nothing of its cause", async () => {
    await using broken = await startTestServer();
    const alice = await aPerson(broken.db);
    await broken.ownerDb.schema.alterTable("user_setting").renameTo("gone").execute();

    const answer = await broken.get("/api/user/settings", alice);

    expect(answer.status).toBe(500);
    const error = await errorOf(answer);
    expect(error).toEqual({
      code: "internal_error",
      reason: "server_failed",
      params: {},
      message: "Something went wrong on the server. Try again.",
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });
});

describe("access to the server", () => {
  test("[AU26] is refused for a change from a page of another origin", async () => {
    const alice = await aPerson(server.db);
    function change(origin: string) {
      return fetch(`${server.url}/api/user/settings`, {
        method: "POST",
        headers: { ...asPerson(alice), "content-type": "application/json", origin },
        body: JSON.stringify({ setting: "VIEW", value: true }),
      });
    }

    expect((await change("https://evil.example")).status).toBe(403);
    expect((await change("null")).status).toBe(403);
    expect((await change(server.url)).status).toBe(200);
  });

  test("is limited for too many requests from one address", async () => {
    await using strict = await startTestServer({ RATE_LIMIT: "10" });

    const answers = await Promise.all(Array.from({ length: 12 }, () => strict.get("/api/config")));

    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused).toHaveLength(2);
    expect((await errorOf(refused[0] ?? new Response())).code).toBe("rate_limited");
  });
});

describe("the API", () => {
  test("[AP1][AP9][AP2] has an OpenAPI 3.1 description that names every endpoint of the contract, with its errors", async () => {
    const document = (await (await server.get("/api/openapi.json")).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; responses: object }>>;
    };

    expect(document.openapi).toBe("3.1.0");
    const served = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${operationId} ${method} ${path}`,
      ),
    );
    const wanted = endpoints.map(
      ({ id, method, path }) => `${id} ${method.toLowerCase()} /api${path}`,
    );
    expect(new Set(served)).toEqual(new Set(wanted));
    expect(served).toHaveLength(wanted.length);
    const accept = document.paths["/api/twilio/calls/handle_call"]?.["post"];
    expect(Object.keys(accept?.responses ?? {})).toContain(String(errorStatus.call_taken));
  });

  test("[AP9] has a description that names its server, 503 for every operation, and the rules that refuse input", async () => {
    const document = (await (await server.get("/api/openapi.json")).json()) as {
      servers: { url: string }[];
      paths: Record<string, Record<string, Operation>>;
    };
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const ruled = operations.filter(({ "x-rules": rules = [] }) => rules.length > 0);
    const reasons = ruled.flatMap(({ "x-rules": rules = [] }) => rules.map(({ reason }) => reason));

    expect(document.servers).toEqual([{ url: "/" }]);
    for (const { responses } of operations) {
      expect(Object.keys(responses)).toContain("503");
    }
    expect(new Set(ruled.map(({ operationId }) => operationId))).toEqual(
      new Set(Object.keys(operationRules)),
    );
    expect(new Set([...reasons, ...generalRules])).toEqual(
      new Set(
        Object.entries(errorReasons)
          .filter(([, [code]]) => code === "bad_request")
          .map(([reason]) => reason),
      ),
    );
  });

  test("[AU26] has no state-changing endpoint that accepts a request without the CSRF token", async () => {
    const alice = await aPerson(server.db);
    const changing = endpoints.filter(
      ({ method, access }) =>
        method !== "GET" &&
        access.type !== "public" &&
        access.type !== "key" &&
        !("changesNothing" in access),
    );
    for (const { id, method, path } of changing) {
      const url = `${server.url}/api${path.replaceAll(/\{\w+\}/g, crypto.randomUUID())}`;
      const headers = { "x-test-user": `${alice.id} Alice` };
      const answer = await fetch(url, { method, headers });
      expect([id, answer.status, (await errorOf(answer)).code]).toEqual([id, 403, "csrf_failed"]);
    }
    expect(changing.length).toBeGreaterThan(10);
  });

  test("[RT12] answers the end of a subscription with an empty object", async () => {
    const alice = await aPerson(server.db);
    const station = await aStation(server.db, [[alice, "screener"]]);
    const url = `${server.url}/api/twilio/calls/call_subscription?station=${station}`;
    const answer = await fetch(url, { method: "DELETE", headers: asPerson(alice) });
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
  });

  test("[AP9] has a documentation page that contains every path and no script", async () => {
    const page = await (await server.get("/api/docs")).text();

    for (const { path } of endpoints) {
      expect(page).toContain(`/api${path}`);
    }
    expect(page).not.toContain("<script");
    expect((await server.get("/api/docs.css")).headers.get("content-type")).toContain("text/css");
  });

  test("[RT15] [VD61] has an endpoint for the run-time configuration, with the host that the browser used", async () => {
    const answer = await fetch(`${server.url}/api/config`);

    const { host, port } = { host: "127.0.0.1", port: server.running.port };
    expect(await answer.json()).toMatchObject({
      realtime: { key: server.secrets.pusherKey, host, port, tls: false, cluster: "mt1" },
      voice: { signallingHost: `${host}:${port}`, tls: false, edge: "roaming" },
      soundsUrl: "/sounds",
    });
  });
});

describe("health", () => {
  test("[AP13] is live and ready even without the exchange, and the parts show telephony as down", async () => {
    expect((await server.get("/api/health/live")).status).toBe(200);
    expect((await server.get("/api/health/parts")).status).toBe(200);

    await using alone = await startTestServer({ EXCHANGE_PORT: "9" });
    const ready = await alone.get("/api/health/ready");
    const answer = await alone.get("/api/health/parts");

    expect((await alone.get("/api/health/live")).status).toBe(200);
    expect([ready.status, await ready.json()]).toEqual([200, { status: "ready", reasons: [] }]);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      status: "not_ready",
      parts: { database: "up", telephony: "down", realtime: "up", disk: "up" },
    });
  });

  test("[AP80] has status and version in one answer, which is 200 in any case", async () => {
    const { version } = findRootFolder();
    const answer = await server.get("/api/health");
    expect(await answer.json()).toEqual({ status: "ready", version, issuer: null });

    await using alone = await startTestServer({ EXCHANGE_PORT: "9" });
    const down = await alone.get("/api/health");

    expect(down.status).toBe(200);
    expect(await down.json()).toEqual({ status: "not_ready", version, issuer: null });
  });

  test("[AP14] has metrics by route, never by the request's content", async () => {
    const alice = await aPerson(server.db);
    await server.get(
      `/api/station/${crypto.randomUUID()}/caller/history?number=%2B61491570006`,
      alice,
    );

    const inside = `http://127.0.0.1:${server.running.internalPort}/metrics`;
    const text = await (await fetch(inside)).text();

    expect((await server.get("/metrics")).status).toBe(404);
    for (const path of ["/%6detrics", "/metrics/", "//metrics", "/metrics?x"]) {
      expect(await (await server.get(path)).text()).not.toContain("linedesk_hub_connections");
    }
    expect(text).toContain('route="/api/station/:id/caller/history"');
    expect(text).toContain("linedesk_hub_connections 0");
    // There is no exchange here that could reject a call.
    expect(text).toContain("linedesk_calls_turned_away 0");
    expect(text).not.toContain("61491570006");
    expect(text).not.toContain(alice.id);
  });

  test("[MN11] names in the scrape the part that is down, without an exchange too", async () => {
    await using alone = await startTestServer({ EXCHANGE_PORT: "9" });

    const answer = await fetch(`http://127.0.0.1:${alone.running.internalPort}/metrics`);

    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).toContain('linedesk_part_up{part="telephony"} 0');
    expect(text).toContain('linedesk_part_up{part="database"} 1');
    expect(text).toContain("linedesk_calls_waiting 0");
    expect(text).toContain("linedesk_outbox_unsent 0");
    expect(text).not.toContain("linedesk_exchange_");
  });
});

describe("the proxy to the exchange", () => {
  function signal(headers: Record<string, string> = {}): WebSocket {
    return new WebSocket(`${server.url.replace("http", "ws")}/signal`, { headers });
  }

  function opened(socket: WebSocket): Promise<boolean> {
    return new Promise((resolve) => {
      socket.once("open", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
  }

  test("[XS28] forwards signalling frames in both directions, without the session's cookie", async () => {
    const socket = signal({ cookie: "linedesk-session=secret", origin: server.url });
    expect(await opened(socket)).toBe(true);

    const echo = new Promise((resolve) =>
      socket.once("message", (data: Buffer) => resolve(data.toString())),
    );
    socket.send("hello");

    expect(await echo).toBe("hello");
    // The server itself sends other requests to the exchange meanwhile.
    const passed = seen.findLast(({ url }) => url === "/signal");
    expect(passed?.headers.cookie).toBeUndefined();
    expect(passed?.headers["x-forwarded-for"]).toBe("127.0.0.1");
    socket.close();
  });

  test("gives a page of another origin no signalling", async () => {
    expect(await opened(signal({ origin: "https://evil.example" }))).toBe(false);
  });

  test("refuses a socket to any other path", async () => {
    const socket = new WebSocket(`${server.url.replace("http", "ws")}/elsewhere`);

    expect(await opened(socket)).toBe(false);
  });

  test("continues after a damaged upgrade and a client that disconnects immediately", async () => {
    for (const text of [
      "GET /signal HTTP/1.1\r\n",
      "GET /signal HTTP/1.1\r\nUpgrade: x\r\n\r\n",
      "\0",
    ]) {
      const raw = connect(server.running.port, "127.0.0.1");
      raw.on("error", () => undefined);
      raw.write(text);
      raw.destroy();
    }

    expect((await server.get("/api/health/live")).status).toBe(200);
  });

  test("[XS28] [AP60] forwards whole insights posts, and refuses too large ones", async () => {
    function post(body: string) {
      return fetch(`${server.url}/v4/EndpointEvents`, { method: "POST", body });
    }

    const answer = await post('{"name":"mos"}');

    expect(await answer.json()).toEqual({ taken: true });
    expect(seen.at(-1)?.url).toBe("/v4/EndpointEvents");
    expect((await post("x".repeat(65_536))).status).toBe(200);
    expect((await post("x".repeat(65_537))).status).toBe(413);
    expect((await post("x".repeat(300_000))).status).toBe(413);
    expect((await fetch(`${server.url}/v4/EndpointEvents`)).status).toBe(405);
  });
});
