import { expect, test } from "vitest";

import { aCall } from "../../testing/a-call.ts";
import { aDesk, refused } from "../../testing/a-desk.ts";

const claim = {
  id: "0190a000-0000-7000-8000-0000000000c1",
  line: "line2",
  expiresAt: "2026-11-21T10:00:00.000Z",
};

test("[AS90] a fader's start asks for the next caller on its line, and for nobody where nobody waits", async () => {
  const call = aCall(1);
  const { actions, sent } = aDesk({ handleCall: { call, claim } });
  const nobody = aDesk({}, { calls: [] });

  await actions.takeNextOn("line2");
  await nobody.actions.takeNextOn("line2");

  expect(sent).toMatchObject([["handleCall", { action: "take_next", line: "line2" }]]);
  expect(nobody.sent).toEqual([]);
});

test.each([
  [
    "a mark",
    "mark_next",
    (desk: ReturnType<typeof aDesk>) => desk.marks.set(aCall(1).id, "mark_next"),
  ],
  [
    "a check",
    undefined,
    (desk: ReturnType<typeof aDesk>) => desk.actions.checkForAir(aCall(1).id, { agreed: true }),
  ],
  [
    "a point",
    undefined,
    (desk: ReturnType<typeof aDesk>) => desk.actions.editCaller(aCall(1).id, "point", "rates"),
  ],
] as const)(
  "[DS92] Next is asked when %s of this seat has been answered, and not before",
  async (_, action, change) => {
    const call = aCall(1);
    const answers: Record<string, unknown> = {};
    let answer: (value: unknown) => void = () => undefined;
    const changing = new Promise((resolve) => (answer = resolve));
    Object.assign(answers, {
      checkForAir: changing,
      describeCall: changing,
      handleCall: (body: { action: string }) =>
        body.action === action ? changing : { call, claim },
    });
    const desk = aDesk(answers);

    const changed = change(desk);
    const taken = desk.actions.takeNext(call, "line2");
    await Promise.resolve();
    const before = desk.sent.length;
    answer({ call, claim: null });
    await Promise.all([changed, taken]);

    expect(before).toBe(1);
    expect(desk.sent).toHaveLength(2);
    expect(desk.sent[1]).toMatchObject(["handleCall", { action: "take_next" }]);
  },
);

test("[DS92] a change that the server refuses keeps nobody from Next", async () => {
  const call = aCall(1);
  const desk = aDesk({
    handleCall: (body: { action: string }) =>
      body.action === "lock" ? refused("conflict", "Bob has it") : { call, claim },
  });

  await Promise.all([desk.marks.set(call.id, "lock"), desk.actions.takeNext(call, "line2")]);

  expect(desk.connects).toHaveLength(1);
});

test("[LN48] the same key takes who was refused for the air, once the notice could be read", async () => {
  const call = aCall(1);
  const later: (() => void)[] = [];
  const desk = aDesk(
    { handleCall: refused("not_air_ready", "Kim is not ready for air: no point") },
    {
      schedule: (run, ms) => {
        later.push(...(ms === 1_000 ? [run] : []));
        return () => undefined;
      },
    },
  );
  const press = (line: "line1" | "line2") => desk.actions.takeNext(call, line);

  await press("line2");
  await press("line2");
  later.at(-1)?.();
  await press("line1");
  await press("line2");
  later.at(-1)?.();
  await press("line2");

  const insisted = desk.sent.map(([, body]) => "evenIfNotReady" in (body as object));
  expect(insisted).toEqual([false, false, false, false, true]);
});
