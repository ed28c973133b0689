import { describe, expect, test } from "vitest";

import type { Call, DeviceLine } from "@linedesk/contract";
import { aCall, ALICE, BOB } from "../../../testing/a-call.ts";
import { aDesk, NOW, refused } from "../../../testing/a-desk.ts";
import { callAnswered } from "../../store/calls-slice.ts";
import { followLegs } from "../claims/follow-legs.ts";

const [kim, lee, max] = [aCall(1), aCall(2), aCall(3)];
const conference = "0190a000-0000-7000-8000-00000000c0de";
const inside = { id: conference, muted: false, onHold: false };

function on(call: Call, line: DeviceLine, over: Partial<Call> = {}): Call {
  const holder = { user: ALICE, name: "Alice", line };
  return { ...call, desk: { status: "screening", holder, since: NOW }, ...over };
}

function withBob(call: Call, over: Partial<Call> = {}): Call {
  const holder = { user: BOB, name: "Bob", line: "line1" as const };
  return { ...call, desk: { status: "screening", holder, since: NOW }, ...over };
}

function held(call: Call): Call {
  const holder = { user: ALICE, name: "Alice", line: "line1" as const };
  const desk = { status: "held" as const, holder, since: NOW, unattended: false };
  return { ...call, desk, conference: { ...inside, onHold: true } };
}

interface Body {
  call?: string;
  calls?: string[];
  action?: string;
  line?: DeviceLine;
  on?: boolean;
}

/** Creates a desk with kim on line 1; `answer` handles the server's conference requests. */
async function aScreeningDesk(answer: (body: Body) => unknown) {
  const answers: Record<string, unknown> = {
    handleCall: ({ call, line = "line1" }: Body) => ({
      call: on([kim, lee, max].find(({ id }) => id === call) ?? kim, line),
      claim: { id: conference, line, expiresAt: NOW },
    }),
    handleConference: answer,
  };
  const desk = aDesk(answers, { calls: [kim, lee, max] });
  await desk.actions.accept(kim.id, "line1");
  desk.sent.length = 0;
  return desk;
}

function done(...calls: Call[]) {
  return { conference: null, calls, claim: null };
}

describe("a conference", () => {
  test("[CF14] starts with the line's caller and the chosen callers, without those who cannot join", async () => {
    const { conferences, store, sent } = await aScreeningDesk(() =>
      done(on(kim, "line1", { conference: inside })),
    );
    store.dispatch(callAnswered(withBob(lee)));

    await conferences.gather([kim.id, lee.id, max.id]);
    await conferences.gather([max.id]);

    expect(sent.map(([, body]) => body)).toEqual([
      { action: "start", calls: [kim.id, max.id] },
      { action: "add", conference, calls: [max.id] },
    ]);
  });

  test("[CF14] answers the first caller on an empty line, and then adds the others", async () => {
    const desk = await aScreeningDesk(() => done());
    await desk.softphones.line1.disconnect();
    const gathering = desk.conferences.gather([lee.id, max.id]);
    await expect.poll(() => desk.softphones.line1.leg?.callId).toBe(lee.id);
    desk.store.dispatch(callAnswered(on(lee, "line1")));
    desk.accept("line1");

    await gathering;

    expect(desk.sent.at(-1)).toEqual([
      "handleConference",
      { action: "start", calls: [lee.id, max.id] },
    ]);
  });

  test("[CF25] starts with the line's caller when a number is dialled into the conference, and then dials the number", async () => {
    const { conferences, sent } = await aScreeningDesk(() =>
      done(on(kim, "line1", { conference: inside })),
    );

    await conferences.dialIn("0491 570 110");

    expect(sent).toEqual([
      ["handleConference", { action: "start", calls: [kim.id] }],
      ["outboundConference", { station: kim.station, to: "0491 570 110", conference }],
    ]);
  });

  test("[CF14] adds callers and numbers that were chosen during the start, as soon as it has begun", async () => {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const { conferences, sent } = await aScreeningDesk(async ({ action }) => {
      await (action === "start" ? begun : null);
      return done(on(kim, "line1", { conference: inside }));
    });

    const first = conferences.send({ action: "start", calls: [kim.id, lee.id] }, "line1");
    const second = conferences.send({ action: "start", calls: [kim.id, max.id] }, "line1");
    const numbers = [conferences.dialIn("0491 570 110"), conferences.dialIn("0491 570 156")];
    expect(sent).toHaveLength(1);
    begin();

    expect(await Promise.all([first, second])).toEqual([true, true]);
    await Promise.all(numbers);
    const { station } = kim;
    expect(sent).toEqual([
      ["handleConference", { action: "start", calls: [kim.id, lee.id] }],
      ["handleConference", { action: "add", conference, calls: [max.id] }],
      ["outboundConference", { station, to: "0491 570 110", conference }],
      ["outboundConference", { station, to: "0491 570 156", conference }],
    ]);
  });

  test("[CF14] is started by the dialled number after the start with other callers has failed", async () => {
    let refuse: () => void = () => undefined;
    const refusing = new Promise<void>((resolve) => (refuse = resolve));
    const { conferences, sent } = await aScreeningDesk(async ({ calls }) => {
      if (calls?.includes(lee.id) === true) {
        await refusing;
        throw refused("call_gone", "The caller has hung up.");
      }
      return done(on(kim, "line1", { conference: inside }));
    });

    const first = conferences.send({ action: "start", calls: [kim.id, lee.id] }, "line1");
    const dialled = conferences.dialIn("0491 570 110");
    refuse();

    expect(await first).toBe(false);
    await dialled;
    expect(sent.map(([, body]) => body)).toEqual([
      { action: "start", calls: [kim.id, lee.id] },
      { action: "start", calls: [kim.id] },
      { station: kim.station, to: "0491 570 110", conference },
    ]);
  });

  test("[DS64] takes a caller whose air-ready check is incomplete to air at a second press", async () => {
    let answer: unknown = refused("not_air_ready", "Lee is not ready for air.");
    const { conferences, store, requests, sent } = await aScreeningDesk(() => answer);
    await conferences.gather([lee.id]);
    const [notice] = store.getState().desk.notices;
    expect(notice).toMatchObject({ actionLabel: "Put to air anyway" });

    answer = done();
    requests.act(notice?.id ?? "");

    await expect.poll(() => sent.length).toBe(2);
    expect(sent.at(-1)?.[1]).toMatchObject({ action: "start", evenIfNotReady: true });
  });
});

test("[CF4] hold and resume of the line apply to the whole conference, and resume of a row only to its caller", async () => {
  const { actions, store, sent } = await aScreeningDesk(() => done());
  store.dispatch(callAnswered(on(kim, "line1", { conference: inside })));
  store.dispatch(callAnswered(held(lee)));

  await actions.hold(kim.id, "line1");
  await actions.resume(kim.id, "line1");
  await actions.resume(lee.id, "line1");

  expect(sent.map(([, body]) => body)).toEqual([
    { action: "hold", conference, on: true },
    { action: "hold", conference, on: false },
    { action: "hold", conference, on: false, calls: [lee.id] },
  ]);
});

describe("a private talk", () => {
  async function inConference(answer: (body: Body) => unknown) {
    const desk = await aScreeningDesk(answer);
    desk.store.dispatch(callAnswered(on(kim, "line1", { conference: inside })));
    desk.store.dispatch(callAnswered(held(lee)));
    return desk;
  }
  const aside = on(lee, "line2", { talkback: conference });
  function obey({ on: begins = true }: Body) {
    return begins
      ? { ...done(aside), claim: { id: kim.id, line: "line2", expiresAt: NOW } }
      : done(held(lee));
  }

  test("[CF17] mutes the conference's line, uses the other line, and unmutes when the caller is on hold again", async () => {
    const { conferences, softphones, store, sent, connects } = await inConference(obey);

    await conferences.openTalkback(lee.id);

    expect(softphones.line1.leg).toMatchObject({ callId: kim.id, muted: true });
    expect(softphones.line2.leg).toMatchObject({ callId: lee.id });
    expect(connects.at(-1)).toMatchObject({ line: "line2", claim: kim.id });
    expect(store.getState().desk.bothLines).toBe(true);
    expect(sent.at(-1)?.[1]).toEqual({
      action: "talk",
      conference,
      calls: [lee.id],
      line: "line2",
    });

    await conferences.endTalkback(lee.id);
    expect(sent.at(-1)?.[1]).toEqual({ action: "talk", conference, calls: [lee.id], on: false });
    expect(softphones.line1.leg).toMatchObject({ muted: false });
  });

  test("[CF17] leaves the line unchanged when it is refused, and a muted line stays muted", async () => {
    const desk = await inConference(() => refused("call_state", "Line 2 feeds the air."));
    await desk.conferences.openTalkback(lee.id);
    expect(desk.softphones.line1.leg).toMatchObject({ muted: false });
    expect(desk.store.getState().desk).toMatchObject({
      bothLines: false,
      notices: [{ words: "Line 2 feeds the air.", line: "line1" }],
    });

    const muted = await inConference(obey);
    muted.softphones.line1.mute(true);
    await muted.conferences.openTalkback(lee.id);
    await muted.conferences.endTalkback(lee.id);
    expect(muted.softphones.line1.leg).toMatchObject({ muted: true });
  });

  test("[CF6] [CF17] with the line's own caller makes the line show another member meanwhile", async () => {
    const { store, softphones } = await inConference(obey);
    const stop = followLegs({ store, softphones });
    store.dispatch(callAnswered(on(kim, "line1", { conference: inside })));
    store.dispatch(callAnswered(on(kim, "line2", { talkback: conference })));
    expect(softphones.line1.leg?.callId).toBe(lee.id);
    stop();
  });
});

test("[CF22] a person who joins a colleague's conference connects with the claim in the answer, for the first caller in the answer", async () => {
  const call = withBob(lee, { conference: inside });
  const claim = { id: max.id, line: "line2", expiresAt: NOW };
  const { conferences, softphones, connects } = await aScreeningDesk(() => ({
    ...done(call),
    claim,
  }));

  await conferences.join(conference, "line2");

  expect(connects.at(-1)).toMatchObject({ line: "line2", claim: max.id });
  expect(softphones.line2.leg).toMatchObject({ callId: lee.id });
});
