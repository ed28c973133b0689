import { once } from "node:events";
import { connect, type Socket } from "node:net";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { HTTP_TIMEOUTS } from "@linedesk/base";
import { type Exchange, startExchange } from "../../src/index.ts";
import { testConfig } from "../support/booted-exchange.ts";
import { useExchange } from "../support/use-exchange.ts";

const booted = useExchange();

let hasty: Exchange;
beforeAll(async () => {
  hasty = await startExchange(testConfig({ restPerSecond: 1 }));
});
afterAll(() => hasty.close());

let socket: Socket;
afterEach(() => socket.destroy());

const form = "Content-Type: application/x-www-form-urlencoded";
function basic(login: string) {
  return `Authorization: Basic ${btoa(login)}`;
}
const anonymous = basic("AC1:nobody");

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  socket = connect(Number(port), hostname);
  await once(socket, "connect");
  // A client that is cut off while it sends also gets a system error.
  socket.on("error", () => undefined);
  return socket;
}

function head(path: string, length: number, header: string): string {
  const about = ["Host: x", form, `Content-Length: ${length}`, header];
  return `POST ${path} HTTP/1.1\r\n${about.join("\r\n")}\r\n\r\n`;
}

async function answerOn(one: Socket): Promise<string> {
  const [answer] = (await once(one, "data")) as [Buffer];
  return answer.toString();
}

const path = "/2010-04-01/Accounts/AC0/Calls.json";

describe("a refused request", () => {
  test.each([
    ["without authentication", 401, 20003, () => booted().exchange, anonymous],
    ["beyond the rate limit", 429, 20429, () => hasty, anonymous],
  ])("[XR227] %s is answered %i before its body, which may follow", async (...given) => {
    const [, status, code, at, header] = given;
    const one = await open(at().url);
    if (status === 429) {
      await fetch(`${hasty.url}${path}`);
    }

    one.write(head(path, 6, header));
    const first = await answerOn(one);
    one.write(`To=abc${head("/nothing", 0, header)}`);
    const second = await answerOn(one);

    expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(first).toContain(`"code":${code}`);
    expect(second).toMatch(/^HTTP\/1\.1 404 /);
  });

  test("[XR227] closes the connection when the body is longer than the limit", async () => {
    const one = await open(booted().exchange.url);
    one.write(head(path, 10_000_000, anonymous));
    const answer = await answerOn(one);
    const closed = new Promise((resolve) => one.once("close", resolve));

    let sent = 0;
    while (!one.destroyed && sent < 10_000_000) {
      sent += 10_000;
      await new Promise((resolve) => one.write("x".repeat(10_000), resolve));
    }
    await closed;

    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(sent).toBeLessThan(10_000_000);
  });
});

describe("a request", () => {
  const own = ["localhost", "127.0.0.1:80", "[::1]"];

  async function get(at: string, ...hosts: string[]): Promise<string> {
    const one = await open(booted().exchange.url);
    const lines = [`GET ${at} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`)];
    one.write(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`);
    const answer = await answerOn(one);
    one.destroy();
    return answer.slice(9, 12);
  }

  test.each(["/health", "/metrics"])(
    "[XR271] with a foreign host name cannot read %s",
    async (at) => {
      for (const host of own) {
        expect([host, await get(at, host)]).toEqual([host, "200"]);
      }
      expect(await get(at, "evil.example")).toBe("403");
      expect(await get(`${at}?x`, "192.168.1.5:80")).toBe("403");
      expect(await get(at, "localhost", "evil.example")).toBe("400");
    },
  );

  test("[XR271] with two Host headers is refused everywhere", async () => {
    expect(await get(path, "localhost", "evil.example")).toBe("400");
    expect(await get("/nothing", "localhost", "localhost")).toBe("400");
  });

  test("[AP60] with a foreign host name is answered before its body is read", async () => {
    const one = await open(booted().exchange.url);
    const closed = once(one, "close");
    one.write(head("/health", 10_000_000, "X: y"));

    expect(await answerOn(one)).toMatch(/^HTTP\/1\.1 404 /);
    await closed;
  });
});

test("[XR302] [XR303] an exchange with EXCHANGE_HOST names that host in its URL, and answers there and on loopback", async () => {
  const account = { sid: `AC${"1".repeat(32)}`, authToken: "t".repeat(32) };
  const keys = { apiKey: `SK${"1".repeat(32)}`, apiSecret: "s".repeat(32) };
  const config = testConfig({ host: "127.0.0.2", account: { ...account, ...keys } });
  await using exchange = await startExchange(config);
  const { host, port } = new URL(exchange.url);
  async function ask(at: string, name: string, login?: string): Promise<string> {
    const one = connect(Number(port), at);
    const lines = [`GET /2010-04-01/Accounts/${account.sid}.json HTTP/1.1`, `Host: ${name}`];
    const basic = Buffer.from(login ?? "").toString("base64");
    one.write(`${lines.join("\r\n")}\r\nAuthorization: Basic ${basic}\r\n\r\n`);
    const answer = await answerOn(one);
    one.destroy();
    return answer.slice(9, 12);
  }
  const login = `${account.sid}:${account.authToken}`;
  const health = await fetch(`${exchange.url}/health`);

  expect(host).toBe(`127.0.0.2:${port}`);
  expect(health.status).toBe(200);
  expect(await ask("127.0.0.1", "localhost", login)).toBe("200");
  expect(await ask("127.0.0.2", host, login)).toBe("200");
  expect(await ask("127.0.0.2", host)).toBe("401");
});

describe("[XR227] an idle connection of the exchange", () => {
  let impatient: Exchange;
  beforeAll(async () => {
    const httpTimeouts = {
      headersTimeout: 100,
      requestTimeout: 300,
      connectionsCheckingInterval: 20,
    };
    impatient = await startExchange(testConfig(), { httpTimeouts });
  });
  afterAll(() => impatient.close());

  test.each([
    ["sends nothing", () => ""],
    ["stops within the head", () => "GET /health HTTP/1.1\r\nHost: x\r\n"],
    [
      "stops within the body",
      () => `${head(path, 6, basic(`${impatient.account.sid}:${impatient.account.authToken}`))}To=`,
    ],
  ])("that %s is answered 408 and closed", async (_what, request) => {
    const one = await open(impatient.url);
    let answer = "";
    one.on("data", (chunk: Buffer) => (answer += chunk.toString()));
    const closed = once(one, "close");

    one.write(request());
    await closed;

    expect(answer).toMatch(/HTTP\/1\.1 408 Request Timeout\r\n/);
  });

  test("has ten seconds for the head and thirty for the request, and is checked each second", () => {
    expect(HTTP_TIMEOUTS).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 1_000,
    });
  });
});
