import twilio from "twilio";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { WebhookReceiver, catchError, TOKEN, type ReceivedRequest } from "./webhook-receiver.ts";

let app: WebhookReceiver;

beforeEach(async () => {
  app = await WebhookReceiver.start();
});
afterEach(() => app.close());

describe("the official validator", () => {
  test.each([
    ["/voice/incoming", { CallSid: "CA1", From: "+61491570006", To: "+61255500101" }],
    ["/voice?station=2zz&x=a%20b", { Digits: "1#", Empty: "" }],
    ["/voice#ct=2000&rc=1", { FriendlyName: "café 東京 + & =", z: "1", A: "2", a: "3" }],
    ["/", {}],
  ])("[XW1] accepts the signature of a POST to %s", async (path, params) => {
    await app.client.request(app.post(path, params));

    const [request] = app.received;
    const url = app.origin + path.split("#")[0];
    expect(request?.params).toEqual(params);
    expect(twilio.validateRequest(TOKEN, request?.signature ?? "", url, params)).toBe(true);
    expect(twilio.validateRequest("other", request?.signature ?? "", url, params)).toBe(false);
  });

  test.each(["/voice", "/voice?a=1"])("[XW1] accepts the signature of GET %s", async (path) => {
    await app.client.request({
      url: app.origin + path,
      method: "GET",
      params: { CallSid: "CA1", q: "ä b" },
    });

    const [request] = app.received;
    expect(request?.url).toContain("CallSid=CA1");
    const url = app.origin + request?.url;
    expect(twilio.validateRequest(TOKEN, request?.signature ?? "", url, {})).toBe(true);
  });
});

/** Builds a request as the official middleware gets it from Express. */
function asExpress({ url, signature, params, body }: ReceivedRequest) {
  const headers: Record<string, string> = {
    host: new URL(app.origin).host,
    "x-twilio-signature": signature,
  };
  function header(name: string) {
    return headers[name.toLowerCase()];
  }
  return { protocol: "http", headers, header, originalUrl: url, body: params, rawBody: body };
}

function withUser(path: string) {
  return app.origin.replace("//", "//ann:s%20t@") + path;
}

describe("user and password in a URL", () => {
  test("[XW28] are sent as Basic credentials, and the official middleware accepts the signature", async () => {
    const url = withUser("/voice?a=1");

    await app.client.request({ url, method: "POST", params: { CallSid: "CA1" } });

    const [request] = app.received;
    if (!request) {
      throw new Error("nothing was sent");
    }
    expect(request.url).toBe("/voice?a=1");
    expect(request.authorization).toBe(`Basic ${Buffer.from("ann:s t").toString("base64")}`);
    expect(twilio.validateExpressRequest(asExpress(request), TOKEN, {})).toBe(true);
  });

  test("[XW28] lead to the error 11200 when they are wrong, and the error does not contain them", async () => {
    app.respond = (response) =>
      response.writeHead(401, { "www-authenticate": 'Digest realm="app", nonce="n1"' }).end();

    const error = await catchError(
      app.client.request({ ...app.post("/voice"), url: withUser("/voice") }),
    );

    expect(error).toMatchObject({ twilioCode: 11200, status: 401, url: `${app.origin}/voice` });
    expect(app.received).toHaveLength(1);
  });
});

describe("a JSON body", () => {
  test("[XW30] is sent when the URL requests it, and the signed URL contains its hash", async () => {
    const params = { CallSid: "CA1", note: "café 東京", team: ["news", "sport"] };

    await app.client.request(app.post("/voice?a=1#body=json", params));

    const [request] = app.received;
    if (!request) {
      throw new Error("nothing was sent");
    }
    const { signature, body } = request;
    const url = app.origin + request.url;
    expect(request.contentType).toBe("application/json");
    expect(JSON.parse(body)).toEqual(params);
    expect(request.url).toMatch(/^\/voice\?a=1&bodySHA256=[0-9a-f]{64}$/);
    expect(twilio.validateRequestWithBody(TOKEN, signature, url, body)).toBe(true);
    expect(twilio.validateRequestWithBody(TOKEN, signature, url, `${body} `)).toBe(false);
    expect(twilio.validateExpressRequest(asExpress(request), TOKEN, {})).toBe(true);
  });

  test("[XW30] is not used for a GET", async () => {
    await app.client.request({
      url: `${app.origin}/x#body=json`,
      method: "GET",
      params: { a: "1" },
    });

    expect(app.received[0]).toMatchObject({ url: "/x?a=1", contentType: "" });
  });
});

test("[XW1] a repeated parameter is sent and signed with all its values", async () => {
  const params = { team: ["news", "sport", "news"], CallSid: "CA1" };

  await app.client.request(app.post("/voice", params));

  const [request] = app.received;
  expect(request?.body).toBe("team=news&team=sport&team=news&CallSid=CA1");
  const valid = twilio.validateRequest(
    TOKEN,
    request?.signature ?? "",
    `${app.origin}/voice`,
    params,
  );
  expect(valid).toBe(true);
});
