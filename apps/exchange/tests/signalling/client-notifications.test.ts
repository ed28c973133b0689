import { describe, expect, test } from "vitest";

import type { BootedExchange } from "../support/booted-exchange.ts";
import { eventually } from "../support/booted-exchange.ts";
import { connectTokenOf, notificationAt } from "../support/client-notifications.ts";
import { endOf, inRoom, statusOf, statusSettles, useExchange } from "./client-calls.ts";

let booted: BootedExchange;

useExchange((one) => (booted = one));

/** Rings alice, of which the application is told at `/notify`. */
function ringAlice(more: { timeout?: number; path?: string } = {}) {
  return booted.rest.calls.create({
    to: "client:alice?team=news%20desk",
    from: "client:desk",
    twiml: `<Response>${inRoom("notified")}</Response>`,
    timeout: more.timeout ?? 60,
    clientNotificationUrl: booted.web.url(more.path ?? "/notify"),
  });
}

async function legs(): Promise<number> {
  const health = await fetch(`${booted.exchange.url}/health`);
  return ((await health.json()) as { legs: number }).legs;
}

async function codesOf(sid: string) {
  return (await booted.rest.calls(sid).notifications.list()).map(({ errorCode }) => errorCode);
}

describe("a client without a device, of whose call the application is told", () => {
  test("[XR183] [XS121] takes it by connectToken as the page of documentation says", async () => {
    const alice = await booted.unregisteredDevice("alice");
    const call = await ringAlice();
    const notification = await notificationAt(booted, "/notify");
    expect(await statusSettles(booted, call.sid, "ringing")).toBe("ringing");

    const taken = await alice.connect({ connectToken: connectTokenOf(notification) });

    await taken.waitFor("accept");
    expect(await statusSettles(booted, call.sid, "in-progress")).toBe("in-progress");
    expect(notification).toMatchObject({
      twi_call_sid: call.sid,
      twi_account_sid: booted.exchange.account.sid,
      twi_from: "client:desk",
      twi_to: "client:alice",
      twi_params: "team=news+desk",
      twi_answer_timeout: "60",
    });
    expect(await taken.describe()).toMatchObject({
      callSid: call.sid,
      customParameters: { team: "news desk" },
      parameters: { From: "client:desk", To: "client:alice" },
    });
    await taken.disconnect();
    expect(await endOf(booted, call.sid)).toBe("completed");
  });

  test("[XS119] is rung when it registers, also before the application has answered", async () => {
    let answer: (inside: string) => void = () => undefined;
    booted.web.answer("/slow", () => new Promise((resolve) => (answer = resolve)));
    const alice = await booted.unregisteredDevice("alice");
    const call = await ringAlice({ path: "/slow" });
    await notificationAt(booted, "/slow");
    const before = await statusOf(booted, call.sid);

    await alice.register();
    const incoming = await alice.nextIncoming();
    const rung = await statusSettles(booted, call.sid, "ringing");
    answer("");
    await incoming.accept();

    expect([before, rung]).toEqual(["queued", "ringing"]);
    expect(await statusSettles(booted, call.sid, "in-progress")).toBe("in-progress");
  });

  test("[XS119] [XR184] is not found when the application answers 404, which is noted", async () => {
    booted.web.refuse("/unknown", 404);

    const call = await ringAlice({ path: "/unknown" });

    expect(await endOf(booted, call.sid)).toBe("failed");
    const [listed] = await booted.rest.calls(call.sid).notifications.list();
    const whole = await booted.rest.notifications(String(listed?.sid)).fetch();
    expect(listed).toMatchObject({
      errorCode: "13807",
      log: "0",
      requestMethod: "POST",
      requestUrl: booted.web.url("/unknown"),
    });
    const variables = new URLSearchParams(whole.requestVariables);
    expect(variables.get("twi_call_sid")).toBe(call.sid);
    expect(variables.get("twi_bridge_token")).toBe("(hidden)");
    const [event] = await booted.rest.calls(call.sid).events.list();
    expect(event?.request).toMatchObject({ parameters: { twi_bridge_token: "(hidden)" } });
    expect(event?.response).toMatchObject({ response_code: 404 });
  });

  test.each(["/notify", "/never"])(
    "[XS119] is no-answer after the timeout, whether %s has answered by then or not",
    async (path) => {
      booted.web.answer("/never", () => new Promise(() => undefined));

      const call = await ringAlice({ path, timeout: 3 });

      expect(await endOf(booted, call.sid)).toBe("no-answer");
      const late = await booted.unregisteredDevice("alice");
      const notification = await notificationAt(booted, path);
      const refused = await late.connect({ connectToken: connectTokenOf(notification) });
      await refused.waitFor("disconnect");
      expect(await codesOf(call.sid)).toEqual([]);
    },
  );

  test("[XS119] is forgotten when the caller gives up, and the request is broken off", async () => {
    for (const path of ["/asked", "/other"]) {
      booted.web.answer(path, () => new Promise(() => undefined));
    }
    const before = await legs();
    const call = await ringAlice({ path: "/asked" });
    const request = await booted.web.waitForRequest("/asked");

    await booted.rest.calls(call.sid).update({ status: "canceled" });

    // One that is not broken off is given up after this one, which has 10 s where 15 are usual.
    const other = await ringAlice({ path: "/other#tt=10000" });
    const { over } = await booted.web.waitForRequest("/other");
    const first = await Promise.race([request.over.then(() => "asked"), over.then(() => "other")]);
    await booted.rest.calls(other.sid).update({ status: "canceled" });
    expect(first).toBe("asked");
    expect(await endOf(booted, call.sid)).toBe("canceled");
    // Those of others that wait for their clients to come back may have ended.
    expect(await legs()).toBeLessThanOrEqual(before);
    expect(await codesOf(call.sid)).toEqual([]);
  });
});

describe("the bridge token", () => {
  test("[XS121] that is wrong, or in the hands of another identity, is turned away", async () => {
    const call = await ringAlice();
    const notification = await notificationAt(booted, "/notify");
    const [alice, bob] = [
      await booted.unregisteredDevice("alice"),
      await booted.unregisteredDevice("bob"),
    ];
    const wrong = connectTokenOf({ ...notification, twi_bridge_token: "x".repeat(32) });

    const refused = [
      await alice.connect({ connectToken: wrong }),
      await bob.connect({ connectToken: connectTokenOf(notification) }),
    ];

    for (const each of refused) {
      await each.waitFor("disconnect");
    }
    expect((await alice.waitFor("error")).value).toMatchObject({ code: 31209 });
    expect((await bob.waitFor("error")).value).toMatchObject({ code: 31209 });
    expect(await statusOf(booted, call.sid)).toBe("ringing");
    await (await alice.connect({ connectToken: connectTokenOf(notification) })).waitFor("accept");
  });

  test("[XS121] opens nothing for a client whose access token's key is deleted", async () => {
    const key = await booted.rest.newKeys.create({});
    const alice = await booted.device("alice", { token: booted.token("alice", { key }) });
    await alice.unregister();
    const call = await ringAlice();
    const notification = await notificationAt(booted, "/notify");
    await booted.rest.keys(key.sid).remove();

    const refused = await alice.connect({ connectToken: connectTokenOf(notification) });

    await refused.waitFor("disconnect");
    expect((await alice.waitFor("error")).value).toMatchObject({ code: 31203 });
    expect(await statusOf(booted, call.sid)).toBe("ringing");
  });
});

describe("a Dial of a client without a device", () => {
  function dial(path: string, timeout: number) {
    return (
      `<Dial action="${booted.web.url("/dialled")}" timeout="${timeout}">` +
      `<Client clientNotificationUrl="${path}">bob</Client></Dial>`
    );
  }

  test.each([
    ["/notify", "no-answer", 3],
    ["/unknown", "failed", 60],
  ])("[XS119] [XR183] of whom %s is told ends as %s", async (path, status, timeout) => {
    booted.web.refuse("/unknown", 404);
    // Else the call may be over before the caller's browser has its sound.
    booted.web.answer("/dialled", `<Pause length="30"/>`);
    const { callSid } = await booted.inCall("alice", dial(path, timeout));

    const { params } = await booted.web.waitForRequest("/dialled");

    expect(params).toMatchObject({ DialCallStatus: status, CallSid: callSid });
    const notification = await notificationAt(booted, path);
    expect(notification).toMatchObject({
      twi_call_sid: params["DialCallSid"],
      twi_from: "client:alice",
      twi_to: "client:bob",
      twi_answer_timeout: String(timeout),
    });
    expect(await codesOf(String(notification["twi_call_sid"]))).toEqual(
      status === "failed" ? ["13807"] : [],
    );
  });
});

describe("a participant that is a client", () => {
  test("[XR222] is told of, takes the call and is in the room", async () => {
    const { participants } = booted.rest.conferences("told");
    const creation = participants.create({
      from: "client:desk",
      to: "client:alice",
      clientNotificationUrl: booted.web.url("/notify"),
    });
    const notification = await notificationAt(booted, "/notify");
    const { callSid } = await creation;
    const alice = await booted.unregisteredDevice("alice");

    await (await alice.connect({ connectToken: connectTokenOf(notification) })).waitFor("accept");

    const [member] = await eventually(
      () => participants.list(),
      (list) => list.some(({ status }) => status === "connected"),
    );
    expect([notification["twi_call_sid"], member?.callSid]).toEqual([callSid, callSid]);
  });

  test("[XR222] takes no URL that is none, nor does a call", async () => {
    const call = { from: "client:desk", to: "client:alice", clientNotificationUrl: "nonsense" };
    const refusal = { status: 400, code: 21205 };

    await expect(booted.rest.conferences("told").participants.create(call)).rejects.toMatchObject(
      refusal,
    );
    await expect(booted.rest.calls.create({ ...call, twiml: "<Response/>" })).rejects.toMatchObject(
      refusal,
    );
  });

  test("[XR222] is never asked for who is no client", async () => {
    const voiceUrl = booted.web.url("/incoming");
    const number = "+61255500101";
    await booted.rest.incomingPhoneNumbers.create({ phoneNumber: number, voiceUrl });
    booted.web.answer("/incoming", inRoom("called"));

    const { sid } = await booted.rest.calls.create({
      from: number,
      to: number,
      twiml: `<Response>${inRoom("called")}</Response>`,
      clientNotificationUrl: booted.web.url("/notify"),
    });
    await statusSettles(booted, sid, "in-progress");

    expect(booted.web.requestsTo("/notify")).toEqual([]);
    await booted.rest.calls(sid).update({ status: "completed" });
  });
});
