import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { Readable } from "node:stream";

import { afterAll, describe, expect, test } from "vitest";

import { endpoints, needsKey } from "../support/probed-station.ts";
import { startTestServer } from "../support/station-server.ts";

const seen: string[] = [];
// Records every request that reaches the exchange. The exchange has more paths than the server may
// forward. The server's own requests have the account's credentials.
const exchange = createServer((request, response) => {
  if (request.headers.authorization === undefined) {
    seen.push(request.url ?? "");
  }
  request.resume();
  request.on("end", () => response.writeHead(200).end("{}"));
});
exchange.on("upgrade", (request, socket) => {
  seen.push(request.url ?? "");
  socket.end("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\n\r\n");
});
await new Promise<void>((resolve) => exchange.listen(0, "127.0.0.1", resolve));
const { port } = exchange.address() as AddressInfo;
const server = await startTestServer({ EXCHANGE_PORT: String(port) });

afterAll(async () => {
  await server.close();
  exchange.closeAllConnections();
  exchange.close();
});

function ask(lines: string[], port = server.running.port): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.on("data", (data: Buffer) => (text += data.toString()));
    socket.on("error", () => resolve(text));
    socket.on("close", () => resolve(text));
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  });
}

function get(path: string, host: string, port?: number): Promise<string> {
  return ask([`GET ${path} HTTP/1.1`, `Host: ${host}`, "Connection: close"], port);
}

const upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];

describe("[AP24] a page whose own name points to this machine", () => {
  const paths = ["/", "/api/config", "/api/health/live", "/apps/1/events", "/sso", "/phone"];

  test.each(paths)("cannot read %s", async (path) => {
    for (const host of ["evil.example", `evil.example:${server.running.port}`, "192.168.1.5"]) {
      const answer = await get(path, host);
      expect(answer).toMatch(/^HTTP\/1\.1 403 /);
      expect(answer).toContain("The server does not know this host name");
    }
    expect(await get(path, "localhost")).not.toMatch(/^HTTP\/1\.1 403 /);
  });

  test("is refused at the internal port too", async () => {
    const { internalPort } = server.running;

    expect(await get("/metrics", "evil.example", internalPort)).toMatch(/^HTTP\/1\.1 403 /);
    expect(await get("/metrics", "127.0.0.1", internalPort)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

test("[AP24] two Host headers are refused at both ports", async () => {
  const { port, internalPort } = server.running;
  const hosts = [`Host: localhost:${port}`, "Host: localhost"];
  const plain = [...hosts, "Connection: close"];
  const refused = /^HTTP\/1\.1 400 /;

  expect(await ask(["GET /api/config HTTP/1.1", ...plain])).toMatch(refused);
  expect(await ask(["GET /metrics HTTP/1.1", ...plain], internalPort)).toMatch(refused);
});

/** Sends the lines and leaves the connection open. Returns the received text when it ends. */
function askRepeatedly(lines: string[], port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    let text = "";
    // Data that the other side does not read causes an error.
    const timer = setInterval(() => socket.write("x"), 50);
    socket.on("data", (data: Buffer) => (text += data.toString()));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(timer);
      resolve(text);
    });
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  });
}

test.each([
  ["a foreign Host at the hub", 403, "/app/key?protocol=7", ["Host: evil.example"]],
  ["a foreign Host at signalling", 403, "/signal", ["Host: evil.example"]],
  ["two Hosts", 400, "/app/key?protocol=7", ["Host: localhost", "Host: localhost"]],
  ["a foreign page at the hub", 403, "/app/key?protocol=7", ["Origin: http://evil.example"]],
  ["a foreign page at signalling", 403, "/signal", ["Origin: http://evil.example"]],
  ["an unknown path", 404, "/nowhere", []],
])("[AP24] %s gets no socket, and its connection ends", async (_what, status, path, more) => {
  const hosts = more.some((line) => line.startsWith("Host")) ? [] : ["Host: localhost"];
  const head = [`GET ${path} HTTP/1.1`, ...hosts, ...more, ...upgrade];
  const { port, internalPort } = server.running;

  expect(await askRepeatedly(head, port)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  await askRepeatedly(head, internalPort);
});

describe("[AP60] a body of an unknown sender is not read", () => {
  const id = "00000000-0000-4000-8000-000000000000";
  const closed = endpoints.filter(({ access }) => access.type !== "public");

  /** Sends headers without a body. A server that waits for the body does not answer. */
  function announce(path: string, ...more: string[]): Promise<string> {
    const method = more[0] ?? "POST";
    return ask([
      `${method} ${path} HTTP/1.1`,
      "Host: localhost",
      "Content-Type: application/json",
      ...more.slice(1),
    ]);
  }

  test.each(closed)("at $id without a session", async ({ method, path }) => {
    const filled = `/api${path.replaceAll(/\{\w+\}/g, id)}`;

    for (const length of ["Content-Length: 5000000", "Transfer-Encoding: chunked"]) {
      const answer = await announce(filled, method, length);
      expect(answer).toMatch(/^HTTP\/1\.1 401 /);
      expect(answer.toLowerCase()).toContain("connection: close");
    }
  });

  test.each(closed.filter(needsKey))("at $id with an unknown key", async ({ path }) => {
    const key = `Authorization: Bearer ${"k".repeat(43)}`;
    const filled = `/api${path.replaceAll(/\{\w+\}/g, id)}`;

    expect(await announce(filled, "POST", "Content-Length: 500000", key)).toMatch(
      /^HTTP\/1\.1 401 /,
    );
  });

  test("without the page's token, nor at a path for everybody if it is over 64 KB", async () => {
    const signedIn = `X-Test-User: ${id} Kim`;
    const long = "Content-Length: 500000";

    expect(await announce("/api/twilio/calls/handle_call", "POST", long, signedIn)).toMatch(
      /^HTTP\/1\.1 403 /,
    );
    const open = ["/api/phone/token", "/api/audioServers/pair", `/api/now_playing/${id}`];
    for (const path of [...open, "/api/auth/signin/sso", "/api/auth/signout", "/nowhere"]) {
      const answer = await announce(path, "POST", long, "Connection: close");
      expect([path, answer.slice(0, 13)]).toEqual([path, "HTTP/1.1 413 "]);
    }
  });
});

describe("[AP60] a refused request's body is not read", () => {
  const anywhere: [string, number][] = [
    ["/nowhere", 404],
    ["/api/phone/token", 400],
    ["/api/twilio/voice/incoming", 403],
    ["/apps/other/events", 404],
    ["/sso/token", 400],
    ["/sso/nothing", 404],
    ["/v4/EndpointEvents/x", 404],
    ["/ingest/x", 404],
  ];
  const refused: [string, number][] = [
    ["/v4/EndpointEvents", 413],
    ["/v4/EndpointMetrics", 413],
    ["/sso/interaction/x", 400],
  ];
  const long = "Content-Length: 5000000";
  const endless = "Transfer-Encoding: chunked";

  test.each([
    ...anywhere.flatMap(([path, status]) => [
      { path, status, length: long },
      { path, status, length: endless },
    ]),
    ...refused.map(([path, status]) => ({ path, status, length: long })),
  ])("at $path with $length", async ({ path, status, length }) => {
    const answer = await ask([
      `POST ${path} HTTP/1.1`,
      "Host: localhost",
      "Content-Type: multipart/form-data; boundary=x",
      length,
    ]);

    // The server ended the connection long before the time limit of a body.
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});

test("[AP60] an insights post without a length is refused when it is too long", async () => {
  const body = Readable.toWeb(Readable.from(Array.from({ length: 20 }, () => "x".repeat(10_000))));
  const streamed = { method: "POST", body: body as unknown as BodyInit, duplex: "half" };

  const { status } = await fetch(`${server.url}/v4/EndpointEvents`, streamed as RequestInit);

  expect(status).toBe(413);
});

describe("[XS28] the proxy to the exchange", () => {
  test.each([
    "/v4/../2010-04-01/Accounts.json",
    "/v4/%2e%2e/2010-04-01/Accounts.json",
    "/v4/EndpointEvents/../../health",
    "/v4/EndpointEvents/",
    "/v4/endpointevents",
    "/v4//EndpointEvents",
    "/v4/Voice/x/Quality",
    "/v4",
    "//127.0.0.1/v4/EndpointEvents",
  ])("does not forward %s", async (path) => {
    seen.length = 0;

    const answer = await ask([
      `POST ${path} HTTP/1.1`,
      "Host: localhost",
      "Content-Length: 0",
      "Connection: close",
    ]);

    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(seen).toEqual([]);
  });

  test.each(["/signal/../2010-04-01", "/signal/x", "/signals", "/inspect"])(
    "does not forward a socket to %s",
    async (path) => {
      seen.length = 0;

      const answer = await ask([`GET ${path} HTTP/1.1`, "Host: localhost", ...upgrade]);

      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(seen).toEqual([]);
    },
  );
});

test.each(["https", "http"])(
  "[XS28] with a Twilio account at an %s address, nothing is forwarded there",
  async (scheme) => {
    seen.length = 0;
    await using elsewhere = await startTestServer({
      TELEPHONY: "twilio",
      TWILIO_ACCOUNT_SID: `AC${"a".repeat(32)}`,
      TWILIO_AUTH_TOKEN: "t".repeat(32),
      TWILIO_API_KEY: `SK${"a".repeat(32)}`,
      TWILIO_API_SECRET: "s".repeat(32),
      TWILIO_APP_SID: `AP${"a".repeat(32)}`,
      TWILIO_API_URL: `${scheme}://127.0.0.1:${(exchange.address() as AddressInfo).port}`,
      PUBLIC_URL: "https://desk.example.com",
      ALLOW_DEMO_SSO: "true",
    });
    const posted = await elsewhere.post("/v4/EndpointEvents", {});
    const head = ["GET /signal HTTP/1.1", "Host: desk.example.com", ...upgrade];

    expect(posted.status).toBe(404);
    expect(await ask(head, elsewhere.running.port)).toMatch(/^HTTP\/1\.1 404 /);
    expect((await elsewhere.get("/api/health/live")).status).toBe(200);
    expect(seen).toEqual([]);
  },
);

describe("the mounted parts", () => {
  const mounted = ["/apps/1/channels", "/v4/EndpointEvents", "/sso/nothing", "/api/health/live"];

  test.each(mounted)("[AP18] send the security headers at %s", async (path) => {
    const { headers } = await server.get(path);

    expect(headers.get("content-security-policy")).toMatch(/default-src '(self|none)'/);
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.has("referrer-policy")).toBe(true);
    expect(headers.get("permissions-policy")).toContain("camera=()");
  });

  test("[AP25] are limited for each address, like sockets and other paths, and the internal port is not", async () => {
    await using narrow = await startTestServer({ RATE_LIMIT: "10" });
    const inside = `http://127.0.0.1:${narrow.running.internalPort}`;

    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      statuses.push((await narrow.get(mounted[index % mounted.length] ?? "")).status);
    }
    const refused = await narrow.get("/apps/1/channels");
    const socket = await ask(
      ["GET /app/key HTTP/1.1", "Host: localhost", ...upgrade],
      narrow.running.port,
    );

    const unreadable = [(await narrow.get("/%")).status, (await narrow.get("/api/%ff")).status];
    const nowhere: number[] = [];
    for (let index = 0; index < 24; index += 1) {
      const method = index < 12 ? "GET" : "POST";
      const url = `${narrow.url}/api/twilio/voice/${index}`;
      nowhere.push((await fetch(url, { method })).status);
    }

    expect(unreadable).toEqual([429, 429]);
    expect([nowhere[0], nowhere[11], nowhere[23]]).toEqual([404, 429, 429]);
    expect(statuses.slice(0, 10)).not.toContain(429);
    expect(statuses.slice(10)).toEqual([429, 429]);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(refused.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await refused.json()).toMatchObject({ error: { code: "rate_limited" } });
    expect(socket).toMatch(/^HTTP\/1\.1 429 /);
    expect((await fetch(`${inside}/api/health/live`)).status).toBe(200);
  });
});
