import { expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest, ends, answers } from "../../testing/core-under-test.ts";
import type { FakeLeg } from "../../testing/fake-edges.ts";

async function dialled(dial: string) {
  const it = new CoreUnderTest();
  let invite: () => void = () => undefined;
  const invited = new Promise<void>((resolve) => (invite = resolve));
  const dialer = it.client;
  const dialOne = dialer.dial.bind(dialer);
  dialer.dial = (request, sink) => Object.assign(dialOne(request, sink) as FakeLeg, { invited });
  const call = await it.ringInto(dial);
  return { it, call, callee: it.client.last, invite };
}

test("[XS151] the caller is answered when the client answers, not when the invite is sent", async () => {
  const { it, call, callee, invite } = await dialled("<Dial><Client>bob</Client></Dial>");
  invite();
  await settled();
  const before = [call.leg.answers, it.soundOf(call)];

  await answers(callee);

  expect(before).toEqual([0, "silence"]);
  expect(call.leg.answers).toBe(1);
  expect(it.soundOf(call)).toBe("room");
});

test("[XS151] a caller is answered half a second after the ringing client has received its invite", async () => {
  const { it, call, invite } = await dialled("<Dial><Client>bob</Client></Dial>");
  await it.clock.advance(400);
  invite();
  await it.clock.advance(499);
  const before = [call.leg.answers, it.soundOf(call)];

  await it.clock.advance(1);

  expect(before).toEqual([0, "silence"]);
  expect(call.leg.answers).toBe(1);
  expect(it.soundOf(call)).toBe("ringback");
});

test("[XS151] a client whose invite does not arrive delays the answer by at most 1.5 s", async () => {
  const { it, call } = await dialled("<Dial><Client>bob</Client></Dial>");
  await it.clock.advance(1_499);
  const before = call.leg.answers;

  await it.clock.advance(1);

  expect([before, call.leg.answers]).toEqual([0, 1]);
  expect(it.soundOf(call)).toBe("ringback");
});

test("[XS151] with answerOnBridge, the caller waits for the client's answer", async () => {
  const { it, call, callee, invite } = await dialled(
    `<Dial answerOnBridge="true"><Client>bob</Client></Dial>`,
  );
  invite();
  await it.clock.advance(5_000);
  const before = call.leg.answers;

  await answers(callee);

  expect([before, call.leg.answers]).toEqual([0, 1]);
  expect(it.soundOf(call)).toBe("room");
});

test("[XS151] a caller whose clients cannot ring is answered at once, before the Dial continues", async () => {
  const { it, call, callee } = await dialled("<Dial><Client>bob</Client></Dial>");
  await ends(callee, { cause: "not-found" });

  expect(call.leg.answers).toBe(1);
  expect(it.status(call.sid)).toBe("completed");
});

test("[XS151] a caller who hangs up while the client rings is not answered", async () => {
  const { it, call, invite } = await dialled("<Dial><Client>bob</Client></Dial>");
  invite();

  call.sink.onEnded({ cause: "hangup" });
  await it.clock.advance(2_000);

  expect(call.leg.answers).toBe(0);
});
