import { expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { aBridgeWithReferrals, OTHER } from "../../testing/a-bridge-with-referrals.ts";
import { aTransferRequest } from "../../testing/a-transfer-request.ts";

const referredBy = "<sip:jo@b.example>";

test("[XI79] whom the caller is passed on to is told by whom", async () => {
  const { it, friend } = await aBridgeWithReferrals();

  friend.sink.onTransfer?.(aTransferRequest({ referredBy }));
  await settled();

  expect(it.sip.last.request).toMatchObject({ to: OTHER, referredBy });
});

test("[XI79] whom the dialled party is passed on to is told by whom", async () => {
  const { it, call } = await aBridgeWithReferrals();

  call.sink.onTransfer?.(aTransferRequest({ referredBy }));
  await settled();

  expect(it.sip.last.request).toMatchObject({ to: OTHER, referredBy });
});

test("[XI79] is told in a transfer that may come back, and not after it has", async () => {
  const { it, friend } = await aBridgeWithReferrals('answerOnBridge="true"');

  friend.sink.onTransfer?.(aTransferRequest({ referredBy }));
  await settled();
  expect(it.sip.last.request.referredBy).toBe(referredBy);
  it.sip.last.sink.onEnded({ cause: "busy", sipCode: 486 });
  await settled();
  it.web.respondWith("/done", `<Dial>${OTHER}</Dial>`);
  friend.sink.onEnded({ cause: "hangup" });
  await settled();

  expect(it.sip.dialled).toHaveLength(3);
  expect(it.sip.last.request).toMatchObject({ to: OTHER, referredBy: null });
});

test("[XI79] is told to the next when the first does not come, and to nobody after an answer", async () => {
  const three = `<Dial>${OTHER}</Dial>`.repeat(3);
  const { it, friend } = await aBridgeWithReferrals("", three);
  friend.sink.onTransfer?.(aTransferRequest({ referredBy }));
  await settled();
  it.sip.last.sink.onEnded({ cause: "busy", sipCode: 486 });
  await settled();
  expect(it.sip.dialled.map(({ request }) => request.referredBy)).toEqual([
    null,
    referredBy,
    referredBy,
  ]);

  it.sip.last.sink.onAnswered();
  await settled();
  it.sip.last.sink.onEnded({ cause: "hangup" });
  await settled();

  expect(it.sip.dialled).toHaveLength(4);
  expect(it.sip.last.request.referredBy).toBeNull();
});

test("[XI79] a document that REST gives them meanwhile dials without it", async () => {
  const { it, call, friend } = await aBridgeWithReferrals();
  friend.sink.onTransfer?.(aTransferRequest({ referredBy }));
  await settled();

  it.core.calls.update(call.sid, {
    program: { type: "twiml", twiml: `<Response><Dial>${OTHER}</Dial></Response>` },
  });
  await settled();

  expect(it.sip.dialled).toHaveLength(3);
  expect(it.sip.last.request.referredBy).toBeNull();
});
