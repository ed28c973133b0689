import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { aBridgeWithReferrals, FRIEND } from "../../testing/a-bridge-with-referrals.ts";
import { aTransferRequest, refers } from "../../testing/a-transfer-request.ts";
import { aCallInto, ends, answers } from "../../testing/core-under-test.ts";
import { APP } from "../../testing/scripted-web.ts";

describe("a refused REFER", () => {
  test("[XI82] gets 603 without referUrl, creates one 13802, and the two parties stay connected", async () => {
    const { it, call } = await aCallInto(`<Dial>${FRIEND}</Dial>`);
    await answers(it.sip.last);

    const refusals = [await refers(it.sip.last), await refers(it.sip.last)];

    expect(refusals.map((refusal) => refusal?.sipCode)).toEqual([603, 603]);
    expect(it.errorsOf(call.sid).filter((code) => code !== undefined)).toEqual([13802]);
    expect([it.soundOf(call), it.soundOf(it.sip.last)]).toEqual(["room", "room"]);
  });

  test.each([
    ["while a document plays", "<Play>http://app.test/x.wav</Play>"],
    ["in a conference", '<Dial referUrl="/refer"><Conference>desk</Conference></Dial>'],
    ["in a queue", "<Enqueue>waiting</Enqueue>"],
    ["while it rings", `<Dial referUrl="/refer">${FRIEND}</Dial>`],
  ])("[XI82] is 603 %s, without any other effect", async (_where, document) => {
    const { it, call } = await aCallInto(document);

    const refusal = await refers(call);

    expect(refusal?.sipCode).toBe(603);
    expect(it.web.requestsTo("/refer")).toEqual([]);
    expect(it.status(call.sid)).toBe("in-progress");
  });

  test("[XI82] is 491 during another transfer", async () => {
    const { it, call, friend } = await aBridgeWithReferrals();

    friend.sink.onTransfer?.(aTransferRequest());
    const refusals = [friend, call].map(
      ({ sink }) => sink.onTransfer?.(aTransferRequest())?.sipCode,
    );
    await settled();

    expect(refusals).toEqual([491, 491]);
    expect(it.web.requestsTo("/refer")).toHaveLength(1);
  });
});

test("[XI82] a REFER to a forbidden target is accepted, and the dialling rules refuse its Dial", async () => {
  const { it, call, friend } = await aBridgeWithReferrals(
    "",
    "<Dial>000</Dial><Play>http://app.test/a.wav</Play>",
  );

  await refers(friend, aTransferRequest({ target: "<sip:000@192.0.2.10>" }));
  await ends(it.sip.last, { cause: "failed", sipCode: 403, twilioCode: 13227 });

  expect(it.errorsOf(call.sid)).toContain(13227);
  expect(it.soundOf(call)).toBe(`${APP}/a.wav`);
});

describe("nested transfers", () => {
  test("[XI82] may be five deep with answerOnBridge, and the sixth is 603", async () => {
    const again = `<Dial referUrl="/refer" answerOnBridge="true">${FRIEND}</Dial>`;
    const { it } = await aBridgeWithReferrals('answerOnBridge="true"', again);
    const verdicts: (number | undefined)[] = [];
    for (let depth = 0; depth < 6; depth += 1) {
      verdicts.push((await refers(it.sip.last))?.sipCode);
      if (depth < 5) {
        it.sip.last.sink.onAnswered();
      }
      await settled();
    }

    expect(verdicts).toEqual([...Array<undefined>(5).fill(undefined), 603]);
  });
});
