import { expect, test } from "vitest";

import { eventually } from "../support/booted-exchange.ts";
import { useExchange } from "../support/use-exchange.ts";

const booted = useExchange();

async function aCall(document: string) {
  return (await booted().inCall("alice", document)).callSid;
}

test("[XR45] what goes wrong with a document is a notification of its call and of the account", async () => {
  const { rest, web } = booted();
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
  const all = await rest.notifications.list();

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
  expect(all.map((each) => each.sid)).toContain(one.sid);
  const ofAnother = rest
    .calls(sid)
    .notifications(`NO${"0".repeat(32)}`)
    .fetch();
  await expect(ofAnother).rejects.toMatchObject({ status: 404, code: 20404 });
});
