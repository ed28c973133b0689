import { createHash } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import twilio from "twilio";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createNodeHttpSender } from "../../src/webhooks/node-http-sender.ts";
import { signRequest } from "../../src/webhooks/signature.ts";
import { createAddressPolicy, createUrlPolicy } from "../../src/webhooks/url-policy.ts";
import { WebhookClient } from "../../src/webhooks/webhook-client.ts";
import { WebhookError } from "../../src/webhooks/webhook-error.ts";
import type { WebhookRequest } from "../../src/webhooks/webhook-request.ts";

const TOKEN = "0123456789abcdef0123456789abcdef";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

interface Seen {
  url: string;
  signature: string;
  token: string;
  authorization: string;
  contentType: string;
  params: Record<string, string>;
  body: string;
}

let server: http.Server;
let origin = "";
let respond: (response: http.ServerResponse) => void;
let seen: Seen[] = [];
let sender: ReturnType<typeof createNodeHttpSender>;
let client: WebhookClient;

beforeEach(async () => {
  seen = [];
  respond = (response) => response.setHeader("content-type", "text/xml").end("<Response/>");
  server = http.createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      seen.push({
        url: request.url ?? "",
        signature: String(request.headers["x-twilio-signature"]),
        token: String(request.headers["i-twilio-idempotency-token"]),
        authorization: request.headers.authorization ?? "",
        contentType: request.headers["content-type"] ?? "",
        params: Object.fromEntries(new URLSearchParams(body)),
        body,
      });
      respond(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sender = createNodeHttpSender({
    isAllowedAddress: createAddressPolicy(["*", "127.0.0.1", "localhost"]),
  });
  client = new WebhookClient({
    send: sender.send,
    policy: createUrlPolicy(["*"]),
    authToken: TOKEN,
  });
});

afterEach(async () => {
  sender.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function errorOf(request: Promise<unknown>): Promise<WebhookError> {
  try {
    await request;
  } catch (error) {
    if (error instanceof WebhookError) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

function post(path: string, params: WebhookRequest["params"] = {}): WebhookRequest {
  return { url: origin + path, method: "POST", params };
}

describe("the official validator", () => {
  test.each([
    ["/voice/incoming", { CallSid: "CA1", From: "+61491570006", To: "+61255500101" }],
    ["/voice?station=2zz&x=a%20b", { Digits: "1#", Empty: "" }],
    ["/voice#ct=2000&rc=1", { FriendlyName: "café 東京 + & =", z: "1", A: "2", a: "3" }],
    ["/", {}],
  ])("[XW1][XW2] accepts the signature of a post to %s", async (path, params) => {
    await client.request(post(path, params));

    const [request] = seen;
    const url = origin + path.split("#")[0];
    expect(request?.params).toEqual(params);
    expect(twilio.validateRequest(TOKEN, request?.signature ?? "", url, params)).toBe(true);
    expect(twilio.validateRequest("other", request?.signature ?? "", url, params)).toBe(false);
  });

  test.each(["/voice", "/voice?a=1"])("[XW2] accepts that of a get of %s", async (path) => {
    await client.request({
      url: origin + path,
      method: "GET",
      params: { CallSid: "CA1", q: "ä b" },
    });

    const [request] = seen;
    expect(request?.url).toContain("CallSid=CA1");
    const url = origin + request?.url;
    expect(twilio.validateRequest(TOKEN, request?.signature ?? "", url, {})).toBe(true);
  });

  test("[XW2] signs the url as configured, port and all", async () => {
    const configured = `http://localhost:${new URL(origin).port}/voice`;

    await client.request({ url: configured, method: "POST", params: { a: "1" } });

    const [request] = seen;
    expect(twilio.validateRequest(TOKEN, request?.signature ?? "", configured, { a: "1" })).toBe(
      true,
    );
  });
});

/** A request as the official middleware gets it from Express. */
function asExpress({ url, signature, params, body }: Seen) {
  const headers: Record<string, string> = {
    host: new URL(origin).host,
    "x-twilio-signature": signature,
  };
  const header = (name: string) => headers[name.toLowerCase()];
  return { protocol: "http", headers, header, originalUrl: url, body: params, rawBody: body };
}

const withUser = (path: string) => origin.replace("//", "//ann:s%20t@") + path;

describe("a user and a password in the url", () => {
  test("[XW28] go as Basic credentials, and the official middleware accepts the signature", async () => {
    const url = withUser("/voice?a=1");

    await client.request({ url, method: "POST", params: { CallSid: "CA1" } });

    const [request] = seen;
    if (!request) throw new Error("nothing was sent");
    expect(request.url).toBe("/voice?a=1");
    expect(request.authorization).toBe(`Basic ${Buffer.from("ann:s t").toString("base64")}`);
    expect(twilio.validateExpressRequest(asExpress(request), TOKEN, {})).toBe(true);
  });

  test("[XW29] answer a Digest challenge, by the same token", async () => {
    const challenge = 'Digest realm="app", nonce="n1", qop="auth", algorithm=SHA-256';
    const ha1 = sha256("ann:app:s t");
    respond = (response) => {
      const { authorization, url } = seen.at(-1) ?? { authorization: "", url: "" };
      const field = (name: string) =>
        new RegExp(`${name}="?([^",]*)`).exec(authorization)?.[1] ?? "";
      const middle = `n1:${field("nc")}:${field("cnonce")}:auth`;
      const right = sha256(`${ha1}:${middle}:${sha256(`POST:${url}`)}`);
      if (field("response") === right) return response.end("<Response/>");
      response.writeHead(401, { "www-authenticate": challenge }).end();
    };

    const reply = await client.request({
      url: withUser("/voice?a=1#rc=0"),
      method: "POST",
      params: { CallSid: "CA1" },
    });

    expect(reply.status).toBe(200);
    expect(seen).toHaveLength(2);
    expect(new Set(seen.map(({ token }) => token)).size).toBe(1);
  });

  test("[XW29] that are wrong are 11200, and the error does not tell them", async () => {
    respond = (response) =>
      response.writeHead(401, { "www-authenticate": 'Digest realm="app", nonce="n1"' }).end();

    const error = await errorOf(client.request({ ...post("/voice"), url: withUser("/voice") }));

    expect(error).toMatchObject({ twilioCode: 11200, status: 401, url: `${origin}/voice` });
    expect(seen).toHaveLength(2);
  });
});

describe("a JSON body", () => {
  test("[XW30] is sent where the url asks for it, signed by its hash", async () => {
    const params = { CallSid: "CA1", note: "café 東京", team: ["news", "sport"] };

    await client.request(post("/voice?a=1#body=json", params));

    const [request] = seen;
    if (!request) throw new Error("nothing was sent");
    const { signature, body } = request;
    const url = origin + request.url;
    expect(request.contentType).toBe("application/json");
    expect(JSON.parse(body)).toEqual(params);
    expect(request.url).toMatch(/^\/voice\?a=1&bodySHA256=[0-9a-f]{64}$/);
    expect(twilio.validateRequestWithBody(TOKEN, signature, url, body)).toBe(true);
    expect(twilio.validateRequestWithBody(TOKEN, signature, url, `${body} `)).toBe(false);
    expect(twilio.validateExpressRequest(asExpress(request), TOKEN, {})).toBe(true);
  });

  test("[XW30] is no matter for a GET", async () => {
    await client.request({ url: `${origin}/x#body=json`, method: "GET", params: { a: "1" } });

    expect(seen[0]).toMatchObject({ url: "/x?a=1", contentType: "" });
  });
});

test("[XW27] a name that stands several times is sent and signed with all its values", async () => {
  const params = { team: ["news", "sport", "news"], CallSid: "CA1" };

  await client.request(post("/voice", params));

  const [request] = seen;
  expect(request?.body).toBe("team=news&team=sport&team=news&CallSid=CA1");
  const valid = twilio.validateRequest(TOKEN, request?.signature ?? "", `${origin}/voice`, params);
  expect(valid).toBe(true);
});

test("[XW2] the official validator accepts the signature over repeated values", () => {
  const params = { Event: ["ringing", "answered", "ringing"], B: "x", A: ["2"] };
  const signature = signRequest(TOKEN, `${origin}/x`, params);

  expect(twilio.validateRequest(TOKEN, signature, `${origin}/x`, params)).toBe(true);
});

describe("an application that misbehaves", () => {
  test("[XW5] one that does not answer in time is 11200", async () => {
    respond = () => undefined;

    const error = await errorOf(client.request(post("/slow#rt=150")));

    expect(error.twilioCode).toBe(11200);
    expect(seen).toHaveLength(1);
  });

  test("[XW5] one that drips its answer is cut off by the total time", async () => {
    respond = (response) => {
      response.setHeader("content-type", "text/xml");
      const drip = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(drip));
    };

    const error = await errorOf(client.request(post("/drip#tt=200")));

    expect(error.twilioCode).toBe(11200);
  });

  test("[XW6] one that is not there is 11205, tried twice", async () => {
    const port = new URL(origin).port;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));

    const error = await errorOf(
      client.request({ url: `http://127.0.0.1:${port}/x`, method: "POST", params: {} }),
    );

    expect(error.twilioCode).toBe(11205);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });

  test("a host that does not exist is 11210", async () => {
    const url = "http://no-such-host.invalid/x";

    const error = await errorOf(client.request({ url, method: "POST", params: {} }));

    expect(error.twilioCode).toBe(11210);
  });

  test("[XW19] an answer over 64 KB is 11750", async () => {
    respond = (response) => response.setHeader("content-type", "text/xml").end("x".repeat(70_000));

    expect((await errorOf(client.request(post("/big")))).twilioCode).toBe(11750);
  });

  test("[XW18] a redirect is not followed", async () => {
    respond = (response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();

    const error = await errorOf(client.request(post("/moved")));

    expect(error).toMatchObject({ twilioCode: 11200, status: 302 });
    expect(seen).toHaveLength(1);
  });

  test("one that breaks off in the middle is 11200", async () => {
    respond = (response) => {
      response.setHeader("content-length", "1000").write("<Resp");
      setImmediate(() => response.destroy());
    };

    expect((await errorOf(client.request(post("/broken")))).twilioCode).toBe(11200);
  });

  test("an audio answer is recognised without reading it", async () => {
    respond = (response) => {
      response.setHeader("content-type", "audio/mpeg");
      response.write(Buffer.alloc(200_000));
    };

    const reply = await client.request(post("/music"));

    expect(reply).toMatchObject({ contentType: "audio/mpeg", body: "" });
  });

  test("a request can be given up", async () => {
    respond = () => undefined;
    const giveUp = new AbortController();
    const request = client.request(post("/slow"), { signal: giveUp.signal });
    const reason = new Error("the caller hung up");
    setTimeout(() => giveUp.abort(reason), 50);

    await expect(request).rejects.toBe(reason);
  });

  test("a kept connection that the application closed costs no request", async () => {
    for (let round = 0; round < 20; round += 1) {
      await client.request(post("/kept", { round: String(round) }));
      server.closeIdleConnections();
    }

    expect(seen.map(({ params }) => params["round"])).toEqual(
      Array.from({ length: 20 }, (_, round) => String(round)),
    );
  });
});
