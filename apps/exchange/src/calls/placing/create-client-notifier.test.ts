import { pino } from "pino";
import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";
import type { HttpReply } from "../../webhooks/http-sender.ts";
import type { OutboundCallRequest } from "./call-api.ts";

const BRIDGE_TOKEN = "token-by-which-alice-takes-the-call";

/** A call to a client whose application answers so. */
async function aCall(
  { status = 200, ...reply }: Partial<HttpReply> = {},
  more: Partial<OutboundCallRequest> = {},
  logger = pino({ level: "silent" }),
) {
  const it = new CoreUnderTest({}, { logger });
  it.web.on("/notify", { status, contentType: "text/plain", body: "an answer", ...reply });
  const { sid } = it.core.calls.create({
    to: "client:alice",
    from: "client:desk",
    program: { type: "twiml", twiml: "<Response/>" },
    clientNotificationUrl: `${APP}/notify`,
    ...more,
  });
  await settled();
  function bodies() {
    return it.web.requests
      .filter(({ path }) => path === "/notify")
      .map(({ body }) => JSON.parse(body) as Record<string, string>);
  }
  function notify() {
    return it.client.last.request.notifyClient?.(BRIDGE_TOKEN);
  }
  return { it, sid, bodies, notify };
}

describe("what the application is told of a client that is rung", () => {
  test("[XR183] is a JSON object of its call, and nothing of what there is not", async () => {
    const { it, sid, bodies, notify } = await aCall({}, { timeoutS: 7 });

    const isFound = await notify();

    expect(isFound).toBe(true);
    expect(bodies()).toEqual([
      {
        twi_account_sid: it.core.calls.find(sid)?.accountSid,
        twi_bridge_token: BRIDGE_TOKEN,
        twi_call_sid: sid,
        twi_from: "client:desk",
        twi_to: "client:alice",
        twi_message_id: expect.stringMatching(/^WB[0-9a-f]{32}$/),
        twi_message_type: "twilio.voice.call",
        twi_answer_timeout: "7",
      },
    ]);
    const [request] = it.web.requests;
    expect(request?.method).toBe("POST");
    expect(request?.headers).toMatchObject({ "Content-Type": "application/json" });
  });

  test("[XR183] has the parameters, form-encoded, those of the target and the reason among them", async () => {
    const { bodies, notify } = await aCall(
      {},
      { to: "client:alice?team=news%20desk", params: [["note", "a+b & 山田"]], reason: "on air" },
    );

    await notify();

    const [body] = bodies();
    expect(body?.["twi_to"]).toBe("client:alice");
    expect([...new URLSearchParams(body?.["twi_params"])]).toEqual([
      ["note", "a+b & 山田"],
      ["team", "news desk"],
      ["CallReason", "on air"],
    ]);
  });

  test("[XR183] has another id each time, and one over all attempts", async () => {
    const { it, bodies, notify } = await aCall();
    it.web.isUnreachable = true;
    await notify();
    it.web.isUnreachable = false;
    await notify();

    const ids = bodies().map(({ twi_message_id: id }) => id);
    expect(ids).toHaveLength(3);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[1]);
  });

  test("[XR183] is told where it is sent on to by 307, as it was", async () => {
    const { it, sid, bodies, notify } = await aCall();
    const location = `${APP}/notify`;
    it.web.on("/moved", { status: 307, location });
    it.core.calls.create({
      to: "client:bob",
      from: "client:desk",
      program: { type: "twiml", twiml: "<Response/>" },
      clientNotificationUrl: `${APP}/moved`,
    });

    expect(await notify()).toBe(true);

    expect(bodies()).toMatchObject([{ twi_to: "client:bob", twi_bridge_token: BRIDGE_TOKEN }]);
    expect(it.core.reports.notifications.list({ callSid: sid })).toEqual([]);
  });

  test("[XR222] is nothing where no URL was given, or To is a number", async () => {
    const none = await aCall();
    none.it.core.calls.create({
      to: "client:bob",
      from: "client:desk",
      program: { type: "twiml", twiml: "<Response/>" },
    });
    const number = await aCall({}, { to: "+61491570158", from: "+61255500101" });

    expect(none.it.client.last.request.notifyClient).toBeNull();
    expect(number.it.sip.dialled).toHaveLength(1);
    expect(number.bodies()).toEqual([]);
  });
});

describe("an application that does not answer 200", () => {
  test.each([404, 500, 204, 201, 302])(
    "[XR184] with %i has found nobody: an error 13807 of the call, once",
    async (status) => {
      const { it, sid, notify } = await aCall({ status });

      const isFound = await notify();

      expect(isFound).toBe(false);
      const notifications = it.core.reports.notifications.list({ callSid: sid });
      expect(notifications).toMatchObject([
        {
          level: "error",
          errorCode: 13807,
          message: `the application answered ${status}`,
          exchange: { request: { url: `${APP}/notify` }, response: { status, body: "an answer" } },
        },
      ]);
      expect(it.errorsOf(sid)).toEqual([13807]);
      expect(it.status(sid)).toBe("queued");
    },
  );

  test("[XR184] but redirects by 302 has been told of nobody, and is not asked by GET", async () => {
    const { it, sid, notify } = await aCall({ status: 302, location: `${APP}/sign-in` });
    it.web.on("/sign-in", "who are you?");

    expect(await notify()).toBe(false);

    expect(it.web.requests.map(({ path }) => path)).toEqual(["/notify"]);
    expect(it.core.reports.notifications.list({ callSid: sid })).toMatchObject([
      { errorCode: 13807, message: "the application answered 302" },
    ]);
  });

  test("[XR184] and cannot be connected to is asked as the fragment says, and then the same", async () => {
    const { it, sid, notify } = await aCall({}, { clientNotificationUrl: `${APP}/notify#rc=3` });
    it.web.isUnreachable = true;

    expect(await notify()).toBe(false);

    expect(it.web.requests).toHaveLength(4);
    expect(it.core.reports.notifications.list({ callSid: sid })).toMatchObject([
      { errorCode: 13807 },
    ]);
  });

  test("[XR222] [XR184] at a host that is not allowed is never asked, and the same", async () => {
    const { it, sid, notify } = await aCall(
      {},
      { clientNotificationUrl: "http://ann:pw@in.test/" },
    );

    expect(await notify()).toBe(false);

    expect(it.web.requests).toEqual([]);
    const [notification] = it.core.reports.notifications.list({ callSid: sid });
    expect(notification).toMatchObject({
      errorCode: 13807,
      message: "the url is not on an allowed host",
    });
    expect(JSON.stringify(notification)).not.toMatch(/pw|token-by-which/);
  });

  test("[XS119] until the call is over is no error", async () => {
    const { it, sid, notify } = await aCall({ status: 404 });
    const isFound = notify();

    it.core.calls.update(sid, { status: "completed" });

    expect(await isFound).toBe(false);
    expect(it.core.reports.notifications.list()).toEqual([]);
  });
});

test.each([200, 404])(
  "[XS126] answered %i, the call's events, notifications and log have the token hidden",
  async (status) => {
    const lines: string[] = [];
    const logger = pino({ level: "trace" }, { write: (line) => void lines.push(line) });
    const { it, sid, notify } = await aCall({ status }, {}, logger);

    await notify();

    const events = it.core.reports.webhookHistory.list(sid);
    expect(events).toMatchObject([
      { request: { params: { twi_call_sid: sid, twi_bridge_token: "(hidden)" } } },
    ]);
    const all = [events, it.core.reports.notifications.list(), it.core.calls.log(sid), lines];
    expect(lines.filter((line) => line.includes("client notification failed"))).toHaveLength(
      status === 200 ? 0 : 1,
    );
    expect(JSON.stringify(all)).not.toContain(BRIDGE_TOKEN);
  },
);
