import { describe, expect, test } from "vitest";
import { aWish } from "../../core/test-fakes/a-wish.ts";
import { CoreUnderTest, LISTENER, STATION } from "../../core/test-fakes/core-under-test.ts";
import { settled } from "../../core/test-fakes/fake-clock.ts";
import { APP } from "../../core/test-fakes/scripted-web.ts";

const FRIEND = "+61491570156";
const OTHER = "+61491570157";
const MUSIC = "hold-music";

/** The station's caller talks to FRIEND by a Dial with a referUrl. */
async function aTalk(more = "", document = `<Dial>${OTHER}</Dial>`) {
  const it = new CoreUnderTest();
  it.web.say("/refer", document).say("/done", "<Hangup/>");
  const call = await it.ringInto(`<Dial action="/done" referUrl="/refer" ${more}>${FRIEND}</Dial>`);
  const friend = it.sip.last;
  friend.sink.onAnswered();
  await settled();
  return { it, call, friend };
}

describe("a REFER of the dialled party", () => {
  test("[XT86] asks referUrl about the caller, ends the referrer, and the caller is connected", async () => {
    const { it, call, friend } = await aTalk();
    const wish = aWish({ params: [["SipHeader_X-Team", "news"]] });

    const refusal = friend.sink.onTransfer?.(wish);
    await settled();

    expect(refusal).toBeNull();
    expect(it.web.askedOf("/refer")).toMatchObject([
      {
        CallSid: call.sid,
        From: LISTENER,
        To: STATION,
        ReferTransferTarget: "<sip:+61491570157@192.0.2.10>",
        "SipHeader_X-Team": "news",
      },
    ]);
    expect(wish.told).toEqual([200]);
    expect(friend.leg.hungUp).not.toBeNull();
    expect(it.sip.last.request).toMatchObject({ to: OTHER, from: LISTENER });
    it.sip.last.sink.onAnswered();
    await settled();
    expect(it.heardBy(call)).toBe("room");
    expect(it.heardBy(it.sip.last)).toBe("room");
  });

  test("[XT86] does not ask the Dial's action any more, not even at the caller's end", async () => {
    const { it, call, friend } = await aTalk();
    friend.sink.onTransfer?.(aWish());
    await settled();

    call.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(it.web.askedOf("/done")).toEqual([]);
    expect(it.status(call.sid)).toBe("completed");
  });

  test("[XT86] is asked by referMethod", async () => {
    const { it, friend } = await aTalk('referMethod="GET"');

    friend.sink.onTransfer?.(aWish());
    await settled();

    expect(it.web.requests.find(({ path }) => path === "/refer")?.method).toBe("GET");
  });

  test("[XT86] who hangs up before the application has answered has passed on all the same", async () => {
    const { it, call, friend } = await aTalk();

    friend.sink.onTransfer?.(aWish());
    friend.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(it.sip.last.request.to).toBe(OTHER);
    expect(it.status(call.sid)).toBe("in-progress");
    expect(it.web.askedOf("/done")).toEqual([]);
  });

  test("[XT86] without a document the referrer is told 503, and the caller hears an apology", async () => {
    const { it, call, friend } = await aTalk();
    it.web.on("/refer", { status: 500 });
    const wish = aWish();

    friend.sink.onTransfer?.(wish);
    await settled();

    expect(wish.told).toEqual([503]);
    expect(friend.leg.hungUp).not.toBeNull();
    expect(it.heardBy(call)).toBe("apology");
    expect(it.errorsOf(call.sid)).toEqual([11200]);
  });

  test("[XT86] of a caller who hangs up meanwhile is off with 487", async () => {
    const { it, call, friend } = await aTalk();
    const wish = aWish();

    friend.sink.onTransfer?.(wish);
    call.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(wish.told).toEqual([487]);
    expect(friend.leg.hungUp).not.toBeNull();
    expect(it.sip.dialled).toHaveLength(1);
  });
});

describe("a REFER of the caller", () => {
  test("[XT86] moves the dialled party, whose own call runs the document", async () => {
    const { it, call, friend } = await aTalk();
    const wish = aWish();

    call.sink.onTransfer?.(wish);
    await settled();

    expect(it.web.askedOf("/refer")).toMatchObject([
      { CallSid: friend.request.callSid, To: FRIEND },
    ]);
    expect(wish.told).toEqual([200]);
    expect(call.leg.hungUp).not.toBeNull();
    expect(friend.leg.isOver).toBe(false);
    it.sip.last.sink.onAnswered();
    await settled();
    expect(it.heardBy(friend)).toBe("room");
    expect(it.web.askedOf("/done")).toEqual([]);
  });

  test("[XT86] who hangs up at once does not take the dialled party with him", async () => {
    const { it, call, friend } = await aTalk();

    call.sink.onTransfer?.(aWish());
    call.sink.onEnded({ cause: "hangup" });
    await settled();

    expect(friend.leg.isOver).toBe(false);
    expect(it.sip.last.request.to).toBe(OTHER);
  });
});

describe("a REFER with answerOnBridge", () => {
  test("[XT87] keeps the referrer, with music, until somebody has answered", async () => {
    const { it, call, friend } = await aTalk('answerOnBridge="true"');
    const wish = aWish();

    friend.sink.onTransfer?.(wish);
    await settled();
    expect(it.heardBy(friend)).toBe(MUSIC);
    expect(it.heardBy(call)).toBe("ringback");
    expect(wish.told).toEqual([]);
    it.sip.last.sink.onAnswered();
    await settled();

    expect(wish.told).toEqual([200]);
    expect(friend.leg.hungUp).not.toBeNull();
    expect(it.heardBy(call)).toBe("room");
    it.sip.last.sink.onEnded({ cause: "hangup" });
    await settled();
    expect(it.status(call.sid)).toBe("completed");
    expect(it.web.askedOf("/done")).toEqual([]);
  });

  test("[XT87] has the two talk again when nobody comes, and a second one may follow", async () => {
    const { it, call, friend } = await aTalk('answerOnBridge="true"');
    const [first, second] = [aWish(), aWish()];

    friend.sink.onTransfer?.(first);
    await settled();
    it.sip.last.sink.onEnded({ cause: "busy", sipCode: 486 });
    await settled();

    expect(first.told).toEqual([486]);
    expect([it.heardBy(call), it.heardBy(friend)]).toEqual(["room", "room"]);
    expect(friend.sink.onTransfer?.(second)).toBeNull();
    await settled();
    it.sip.last.sink.onAnswered();
    await settled();
    expect(second.told).toEqual([200]);
  });

  test("[XT87] interrupts nothing where there is no document", async () => {
    const { it, call, friend } = await aTalk('answerOnBridge="true"');
    it.web.on("/refer", { status: 404 });
    const wish = aWish();

    friend.sink.onTransfer?.(wish);
    await settled();

    expect(wish.told).toEqual([503]);
    expect([it.heardBy(call), it.heardBy(friend)]).toEqual(["room", "room"]);
    friend.sink.onEnded({ cause: "hangup" });
    await settled();
    expect(it.web.askedOf("/done")).toMatchObject([{ DialCallStatus: "completed" }]);
  });

  test("[XT87] of the caller: the dialled party comes back to him, or leaves him", async () => {
    const { it, call, friend } = await aTalk('answerOnBridge="true"');
    call.sink.onTransfer?.(aWish());
    await settled();
    expect(it.heardBy(call)).toBe(MUSIC);
    it.sip.last.sink.onEnded({ cause: "no-answer", sipCode: 408 });
    await settled();
    expect([it.heardBy(call), it.heardBy(friend)]).toEqual(["room", "room"]);

    call.sink.onTransfer?.(aWish());
    await settled();
    it.sip.last.sink.onAnswered();
    await settled();

    expect(call.leg.hungUp).not.toBeNull();
    expect(it.heardBy(friend)).toBe("room");
    it.sip.last.sink.onEnded({ cause: "hangup" });
    await settled();
    expect(friend.leg.hungUp).not.toBeNull();
  });

  test.each([
    ["Conference", "<Dial><Conference>desk</Conference></Dial>"],
    ["queue", "<Enqueue>waiting</Enqueue>"],
  ])("[XT87] a %s that was entered counts as somebody", async (_what, document) => {
    const { friend } = await aTalk('answerOnBridge="true"', document);
    const wish = aWish();

    friend.sink.onTransfer?.(wish);
    await settled();

    expect(wish.told).toEqual([200]);
    expect(friend.leg.hungUp).not.toBeNull();
  });

  test("[XT87] a Hangup in the document ends the caller, with 480 for the referrer", async () => {
    const { it, call, friend } = await aTalk('answerOnBridge="true"', "<Hangup/>");
    const wish = aWish();

    friend.sink.onTransfer?.(wish);
    await settled();

    expect(wish.told).toEqual([480]);
    expect(it.status(call.sid)).toBe("completed");
    expect(friend.leg.hungUp).not.toBeNull();
  });

  test("[XT87] the referrer hangs up while it rings: the caller waits on, and there is no way back", async () => {
    const { it, call, friend } = await aTalk('answerOnBridge="true"');
    friend.sink.onTransfer?.(aWish());
    await settled();

    friend.sink.onEnded({ cause: "hangup" });
    await settled();
    expect(it.status(call.sid)).toBe("in-progress");
    it.sip.last.sink.onEnded({ cause: "busy", sipCode: 486 });
    await settled();

    expect(it.web.askedOf("/done")).toHaveLength(1);
  });
});

describe("a REFER that is refused", () => {
  test("[XT88] without referUrl is 603 with 13802, once, and the two talk on", async () => {
    const it = new CoreUnderTest();
    const call = await it.ringInto(`<Dial>${FRIEND}</Dial>`);
    it.sip.last.sink.onAnswered();
    await settled();

    const refusals = [1, 2].map(() => it.sip.last.sink.onTransfer?.(aWish()));
    await settled();

    expect(refusals.map((refusal) => refusal?.sipCode)).toEqual([603, 603]);
    expect(it.errorsOf(call.sid).filter((code) => code !== undefined)).toEqual([13802]);
    expect([it.heardBy(call), it.heardBy(it.sip.last)]).toEqual(["room", "room"]);
  });

  test.each([
    ["while a document plays", "<Play>http://app.test/x.wav</Play>"],
    ["in a conference", '<Dial referUrl="/refer"><Conference>desk</Conference></Dial>'],
    ["in a queue", "<Enqueue>waiting</Enqueue>"],
    ["while it rings", `<Dial referUrl="/refer">${FRIEND}</Dial>`],
  ])("[XT88] %s is 603, and nothing else happens", async (_where, document) => {
    const it = new CoreUnderTest();
    const call = await it.ringInto(document);

    const refusal = call.sink.onTransfer?.(aWish());
    await settled();

    expect(refusal?.sipCode).toBe(603);
    expect(it.web.askedOf("/refer")).toEqual([]);
    expect(it.status(call.sid)).toBe("in-progress");
  });

  test("[XT88] while another is under way is 491", async () => {
    const { it, call, friend } = await aTalk();

    friend.sink.onTransfer?.(aWish());
    const refusals = [friend, call].map(({ sink }) => sink.onTransfer?.(aWish())?.sipCode);
    await settled();

    expect(refusals).toEqual([491, 491]);
    expect(it.web.askedOf("/refer")).toHaveLength(1);
  });

  test("[XT88] a target that may not be dialled is for the dialling rules to refuse", async () => {
    const { it, call, friend } = await aTalk(
      "",
      "<Dial>000</Dial><Play>http://app.test/a.wav</Play>",
    );

    friend.sink.onTransfer?.(aWish({ target: "<sip:000@192.0.2.10>" }));
    await settled();
    it.sip.last.sink.onEnded({ cause: "failed", sipCode: 403, twilioCode: 13227 });
    await settled();

    expect(it.errorsOf(call.sid)).toContain(13227);
    expect(it.heardBy(call)).toBe(`${APP}/a.wav`);
  });
});
