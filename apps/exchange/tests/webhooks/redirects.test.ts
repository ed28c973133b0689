import { validateRequest } from "twilio";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { createAddressPolicy, createUrlPolicy } from "@linedesk/base";
import { createNodeHttpSender } from "../../src/webhooks/node-http-sender.ts";
import { WebhookClient } from "../../src/webhooks/webhook-client.ts";
import { WebhookReceiver, catchError, TOKEN } from "./webhook-receiver.ts";

let app: WebhookReceiver;

beforeEach(async () => {
  app = await WebhookReceiver.start();
});
afterEach(() => app.close());

/**
 * Redirects one request after the other, in the order of the list, and answers all later requests.
 */
function sendOn(...hops: [status: number, location: string][]): void {
  const left = [...hops];
  app.respond = (response) => {
    const next = left.shift();
    if (next) {
      return void response.writeHead(next[0], { location: next[1] }).end();
    }
    response.setHeader("content-type", "text/xml").end("<Response/>");
  };
}

describe("a redirect of the application", () => {
  test.each([301, 302, 303])(
    "[XW77] with %i is followed by GET, without parameters",
    async (status) => {
      sendOn([status, "/there?x=1#part"]);

      const reply = await app.client.request(app.post("/here", { CallSid: "CA1" }));

      expect(reply).toMatchObject({ status: 200, url: `${app.origin}/there?x=1` });
      const [first, second] = app.received;
      expect(second).toMatchObject({ url: "/there?x=1", body: "", token: first?.token });
      const there = `${app.origin}/there?x=1`;
      expect(validateRequest(TOKEN, second?.signature ?? "", there, {})).toBe(true);
    },
  );

  test.each([307, 308])(
    "[XW77] with %i repeats the same request at the new URL, with a new signature",
    async (status) => {
      sendOn([status, "/there"]);
      const params = { CallSid: "CA1", CallStatus: "ringing" };

      await app.client.request(app.post("/here", params));

      const there = app.received[1];
      expect(there).toMatchObject({ url: "/there", params });
      const url = `${app.origin}/there`;
      expect(validateRequest(TOKEN, there?.signature ?? "", url, params)).toBe(true);
    },
  );

  test("[XW77] is followed three times, and a fourth redirect causes 11215", async () => {
    function hops(count: number) {
      return Array.from({ length: count }, (_, n): [number, string] => [302, `/hop${n}`]);
    }

    sendOn(...hops(3));
    expect((await app.client.request(app.post("/here"))).url).toBe(`${app.origin}/hop2`);
    sendOn(...hops(9));
    const error = await catchError(app.client.request(app.post("/here")));

    expect(error).toMatchObject({ twilioCode: 11215, isUnreachable: false });
    expect(app.received).toHaveLength(8);
  });

  test.each(["ftp://127.0.0.1/x", "http://", "http://other.test/x"])(
    "[XW77] to %s, which is not allowed, causes 11216",
    async (location) => {
      await using sender = closing();
      sendOn([302, location]);
      const policy = createUrlPolicy(["127.0.0.1"]);
      const client = new WebhookClient({ send: sender.send, policy, authToken: TOKEN });

      const error = await catchError(client.request(app.post("/here")));

      expect(error.twilioCode).toBe(11216);
    },
  );

  test("[XW77] into a private network is refused, because the address is checked again", async () => {
    await using sender = closing();
    sendOn([302, `http://localhost:${new URL(app.origin).port}/inner`]);
    const policy = createUrlPolicy(["*"]);
    const client = new WebhookClient({ send: sender.send, policy, authToken: TOKEN });

    const error = await catchError(client.request(app.post("/here")));

    expect(error.twilioCode).toBe(21205);
    expect(app.received).toHaveLength(1);
  });

  test("[XW77] sends user and password only to the same application", async () => {
    const basic = `Basic ${btoa("ann:secret")}`;
    const url = app.origin.replace("http://", "http://ann:secret@");
    await using other = await WebhookReceiver.start();

    sendOn([302, "/there"]);
    await app.client.request({ ...app.post(""), url: `${url}/here` });
    sendOn([302, `${other.origin}/there`]);
    await app.client.request({ ...app.post(""), url: `${url}/here` });

    expect(app.received.map(({ authorization }) => authorization)).toEqual([basic, basic, basic]);
    expect(other.received.map(({ authorization }) => authorization)).toEqual([""]);
  });

  test("[XW77] without a target counts as an answer other than 2xx", async () => {
    app.respond = (response) => response.writeHead(302).end();

    expect(await catchError(app.client.request(app.post("/here")))).toMatchObject({
      twilioCode: 11200,
      status: 302,
    });
  });

  test("[XW42] takes, together with the redirects before it, at most `tt`", async () => {
    let nowMs = 0;
    const given: number[] = [];
    const client = new WebhookClient({
      send: ({ totalTimeoutMs }) => {
        given.push(totalTimeoutMs);
        nowMs += 400;
        return Promise.resolve({ status: 302, contentType: "", body: "", location: "/x" });
      },
      policy: createUrlPolicy(["*"]),
      authToken: TOKEN,
      now: () => nowMs,
    });

    await catchError(client.request(app.post("/here#tt=1000")));

    expect(given).toEqual([1000, 600, 200, 1]);
  });
});

/** Creates a sender whose only private address is 127.0.0.1. It closes with its scope. */
function closing() {
  const sender = createNodeHttpSender({ isAllowedAddress: createAddressPolicy(["127.0.0.1"]) });
  return { send: sender.send, [Symbol.asyncDispose]: async () => sender.close() };
}
