import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

/** The clients of a document's Dial are told of, each as its dialler would. */
async function notifyAll(it: CoreUnderTest): Promise<void> {
  for (const { request } of it.client.dialled) {
    await request.notifyClient?.("a-token");
  }
}

function notificationsOf(it: CoreUnderTest) {
  return it.web.requests
    .filter(({ path }) => path.startsWith("/notify"))
    .map(({ path, body }) => ({ path, ...(JSON.parse(body) as Record<string, string>) }));
}

describe("the clientNotificationUrl of a Client", () => {
  test("[XR183] is relative to the document, and each Client has its own", async () => {
    const it = new CoreUnderTest();
    it.web.on("/notify/alice", "").on("/notify/bob", "");
    const parameter = '<Parameter name="note" value="a b"/>';

    const call = await it.ringInto(
      '<Dial timeout="12">' +
        `<Client clientNotificationUrl="/notify/alice"><Identity>alice</Identity>${parameter}</Client>` +
        `<Client clientNotificationUrl="${APP}/notify/bob">bob</Client>` +
        "<Client>carla</Client></Dial>",
    );
    await notifyAll(it);

    const [alice, bob, carla] = it.client.dialled.map(({ request }) => request);
    expect(carla?.notifyClient).toBeNull();
    expect(notificationsOf(it)).toMatchObject([
      {
        path: "/notify/alice",
        twi_call_sid: alice?.callSid,
        twi_from: alice?.from,
        twi_to: "client:alice",
        twi_params: "note=a+b",
        twi_answer_timeout: "12",
      },
      { path: "/notify/bob", twi_call_sid: bob?.callSid, twi_to: "client:bob" },
    ]);
    expect(it.errorsOf(call.sid)).toEqual([]);
  });

  test("[XR183] tells what STIR says of the caller", async () => {
    const it = new CoreUnderTest();
    it.web
      .on("/notify", "")
      .respondWith(
        "/incoming",
        '<Dial><Client clientNotificationUrl="/notify">alice</Client></Dial>',
      );

    await it.ring({ stirStatus: "TN-Validation-Passed-A" });
    await notifyAll(it);

    expect(notificationsOf(it)).toMatchObject([{ twi_stir_status: "TN-Validation-Passed-A" }]);
  });

  test("[XR184] that is not answered 200 is an error of the Client's own call", async () => {
    const it = new CoreUnderTest();

    const call = await it.ringInto(
      '<Dial><Client clientNotificationUrl="/notify">alice</Client></Dial>',
    );
    await notifyAll(it);

    const { callSid } = it.client.last.request;
    expect(it.errorsOf(call.sid)).toEqual([]);
    expect(it.core.reports.notifications.list({ callSid })).toMatchObject([{ errorCode: 13807 }]);
  });

  test.each(["ftp://app.test/x", "mailto:alice@app.test", "http://"])(
    "[XR184] '%s' is 13806, and the client is rung all the same",
    async (url) => {
      const it = new CoreUnderTest();

      const call = await it.ringInto(
        `<Dial><Client clientNotificationUrl="${url}">alice</Client></Dial>`,
      );

      expect(it.errorsOf(call.sid)).toEqual([13806]);
      expect(it.client.last.request).toMatchObject({ to: "client:alice", notifyClient: null });
    },
  );

  test("[XR183] that is empty is none", async () => {
    const it = new CoreUnderTest();

    const call = await it.ringInto('<Dial><Client clientNotificationUrl="">alice</Client></Dial>');
    await settled();

    expect(it.errorsOf(call.sid)).toEqual([]);
    expect(it.client.last.request.notifyClient).toBeNull();
  });
});
