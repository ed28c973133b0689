import { expect, test } from "vitest";

import { eventually } from "../support/booted-exchange.ts";
import { useExchange } from "../support/use-exchange.ts";

const booted = useExchange();

/** A call whose first document is this; the SDK's user hangs up when it wants. */
async function aCall(document: string) {
  return (await booted().inCall("alice", document)).callSid;
}

test("[XR45] what goes wrong with a document is a notification of its call and of the account", async () => {
  const { rest, web } = booted();
  // It answers with what is no document.
  web.answer("/broken", "<Play>");
  const sid = await aCall(`<Pause/><Redirect>${web.url("/broken")}</Redirect>`);

  const notifications = await eventually(
    () => rest.calls(sid).notifications.list(),
    (list) => list.some(({ errorCode }) => errorCode === "12100"),
    60_000,
  );
  const [first] = notifications.filter(({ errorCode }) => errorCode === "12100");
  const one = await rest.calls(sid).notifications(String(first?.sid)).fetch();
  const same = await rest.notifications(String(first?.sid)).fetch();
  const errors = await rest.notifications.list({ log: 0 });
  const warnings = await rest.notifications.list({ log: 1 });
  // The client sends days, without times.
  const messageDateAfter = new Date(Date.now() + 2 * 86_400_000);
  const later = await rest.notifications.list({ messageDateAfter });
  const today = await rest.notifications.list({ messageDate: new Date() });

  expect(first).toMatchObject({
    callSid: sid,
    log: "0",
    requestMethod: "POST",
    requestUrl: web.url("/broken"),
    moreInfo: "https://www.twilio.com/docs/errors/12100",
  });
  expect(one.responseBody).toContain("<Play>");
  expect(new URLSearchParams(one.requestVariables).get("CallSid")).toBe(sid);
  expect(same.sid).toBe(one.sid);
  expect(errors.map((each) => each.sid)).toContain(one.sid);
  expect(warnings.map((each) => each.sid)).not.toContain(one.sid);
  expect(later).toEqual([]);
  expect(today.map((each) => each.sid)).toContain(one.sid);
  const ofAnother = rest
    .calls(sid)
    .notifications(`NO${"0".repeat(32)}`)
    .fetch();
  await expect(ofAnother).rejects.toMatchObject({ status: 404, code: 20404 });
});

test("[XR45] a word that nobody knows is shown with the document that it stands in", async () => {
  const { rest, web } = booted();
  web.answer("/odd", "<Sing/><Redirect>/end</Redirect>");
  web.answer("/end", "<Dance/><Pause length='60'/>");
  const sid = await aCall(
    `<Gather timeout="1"><Hum/></Gather><Redirect>${web.url("/odd")}</Redirect>`,
  );

  const notifications = await eventually(
    () => rest.calls(sid).notifications.list(),
    (list) => list.length === 3,
    60_000,
  );
  const one = await rest.calls(sid).notifications(String(notifications[1]?.sid)).fetch();

  const shown = notifications.map(({ messageText, requestUrl }) => [messageText, requestUrl]);
  expect(shown.reverse()).toEqual([
    ["Hum: there is no such verb", web.url("/voice")],
    ["Sing: there is no such verb", web.url("/odd")],
    ["Dance: there is no such verb", web.url("/end")],
  ]);
  expect(one.responseBody).toContain("<Sing/>");
});

test("[XR45] a document that may not be asked for is shown by its own address", async () => {
  const { rest } = booted();
  const elsewhere = "http://elsewhere.example/document";
  const sid = await aCall(`<Redirect method="GET">${elsewhere}</Redirect>`);

  const [refused] = await eventually(
    () => rest.calls(sid).notifications.list(),
    (list) => list.length > 0,
    60_000,
  );

  expect(refused).toMatchObject({
    errorCode: "21205",
    requestMethod: "GET",
    requestUrl: elsewhere,
  });
});

test("[XR45] a url that answers with an error is 11200", async () => {
  const { rest } = booted();
  const missing = await aCall(`<Pause/><Redirect>${booted().exchange.url}/nothing</Redirect>`);
  async function codes(sid: string) {
    return (await rest.calls(sid).notifications.list()).map(({ errorCode }) => errorCode);
  }

  const reported = await eventually(
    () => codes(missing),
    (list) => list.length > 0,
    60_000,
  );

  expect(reported).toContain("11200");
});

test("[XR45] callbacks of a room and a recording that fail are warnings", async () => {
  const { rest, exchange } = booted();
  function refusing(path: string) {
    return `${exchange.url}/nothing/${path}`;
  }
  const bob = await booted().device("bob");
  const { conferenceSid } = await rest.conferences("deaf").participants.create({
    from: "client:desk",
    to: "client:bob",
    beep: "false",
    conferenceStatusCallback: refusing("room"),
    record: true,
    recordingStatusCallback: refusing("recording"),
  });

  await (await bob.nextIncoming()).accept();
  await eventually(
    () => rest.conferences(conferenceSid).participants.list(),
    (list) => list.length === 1,
  );
  await rest.conferences(conferenceSid).update({ status: "completed" });
  const all = await eventually(
    () => rest.notifications.list({ log: 1 }),
    (list) =>
      ["recording", "room"].every((what) => list.some((n) => n.requestUrl.endsWith(`/${what}`))),
  );
  const ofRoom = all.find(({ requestUrl }) => requestUrl.endsWith("/room"));
  const whole = await rest.notifications(String(ofRoom?.sid)).fetch();

  const codes = all.filter(({ requestUrl }) => requestUrl.startsWith(refusing("")));
  expect(new Set(codes.map(({ errorCode }) => errorCode))).toEqual(new Set(["15003"]));
  expect(new Set(codes.map(({ log }) => log))).toEqual(new Set(["1"]));
  expect(ofRoom).toMatchObject({ callSid: null, requestMethod: "POST" });
  expect(new URLSearchParams(whole.requestVariables).get("ConferenceSid")).toBe(conferenceSid);
  expect(whole.responseBody).toContain("not found");
});

test("[XR45] a subscription's callback that fails is a warning, once a message", async () => {
  const { rest, exchange } = booted();
  const callback = `${exchange.url}/nothing/subscription`;
  const { call, callSid } = await booted().inCall("alice", "<Pause length='60'/>");
  await rest.calls(callSid).userDefinedMessageSubscriptions.create({ callback });
  await call.sendMessage({ hello: "desk" });

  const notifications = await eventually(
    () => rest.calls(callSid).notifications.list(),
    (list) => list.length > 0,
    60_000,
  );
  const whole = await rest.notifications(String(notifications[0]?.sid)).fetch();

  const shown = notifications.map(({ requestUrl, errorCode, log }) => [requestUrl, errorCode, log]);
  expect(shown).toEqual([[callback, "15003", "1"]]);
  expect(new URLSearchParams(whole.requestVariables).get("Content")).toContain("desk");
  expect(whole.responseBody).toContain("not found");
});

test("[XR46] what a call asked of the application, and the answers, are its events", async () => {
  const sid = await aCall("<Pause length='60'/>");

  const [event] = await eventually(
    () => booted().rest.calls(sid).events.list(),
    (events) => events.length > 0,
  );

  expect(event?.request).toMatchObject({
    method: "POST",
    url: booted().web.url("/voice"),
    parameters: { CallSid: sid, From: "client:alice" },
  });
  expect(event?.response).toMatchObject({
    response_code: 200,
    response_body: expect.stringContaining("<Pause"),
    request_duration: expect.any(Number),
  });
  const ofNobody = booted()
    .rest.calls(`CA${"0".repeat(32)}`)
    .events.list();
  await expect(ofNobody).rejects.toMatchObject({ code: 20404 });
});
