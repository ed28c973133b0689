import { expect, test } from "vitest";

import type { Reason } from "@linedesk/contract";
import {
  describeRefusal,
  errorReasons,
  findErrorCode,
  mapRefusal,
  messages,
} from "./describe-refusal.ts";

const reasons = Object.keys(errorReasons) as Reason[];

test("[AP3] the message of each reason contains exactly the parameters of the contract", () => {
  for (const reason of reasons) {
    const [, ...params] = errorReasons[reason];
    const held = [...messages[reason].matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect([reason, [...new Set(held)]]).toEqual([reason, params]);
  }
  expect(reasons.length).toBeGreaterThan(300);
});

test("[AP3] the message of an answer is a complete sentence", () => {
  const whole = reasons.filter((reason) => errorReasons[reason][0] !== null);

  expect(whole.filter((reason) => !/^["A-Z{].*[.}]$/.test(messages[reason]))).toEqual([]);
});

test("[AP3] a refusal keeps its parameters, and its message spells out the reasons in them", () => {
  const refusal = {
    reason: "not_ready_for_air",
    params: { name: "{missing}", missing: ["air_not_agreed", "no_point_noted"] },
  } as const;

  expect(findErrorCode(refusal)).toBe("not_air_ready");
  expect(describeRefusal(refusal)).toEqual({
    ...refusal,
    message:
      "{missing} is not ready for air: the caller has not agreed to go to air, no point is noted.",
  });
  expect(describeRefusal("nobody_waiting")).toEqual({
    reason: "nobody_waiting",
    params: {},
    message: "Nobody is waiting.",
  });
});

test("[AP3] a day is machine-readable in the parameters and readable in the message", () => {
  const params = { prize: "a mug", wonOn: "2026-11-03", mayWinOn: "2026-12-04" };

  expect(describeRefusal({ reason: "listener_may_not_win", params })).toEqual({
    reason: "listener_may_not_win",
    params,
    message: "This listener won a mug on 3 Nov 2026 and may win again from 4 Dec 2026.",
  });
});

test("[AD79] the texts of a refusal can be masked, and its numbers and reasons do not change", () => {
  const mask = () => "masked";

  expect(mapRefusal("is_taken", mask)).toBe("is_taken");
  expect(mapRefusal({ reason: "conference_full", params: { most: 8 } }, mask)).toEqual({
    reason: "conference_full",
    params: { most: 8 },
  });
  expect(mapRefusal({ reason: "number_wrong", params: { number: "12" } }, mask)).toEqual({
    reason: "number_wrong",
    params: { number: "masked" },
  });
});
