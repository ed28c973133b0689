import { expect, test } from "vitest";

import {
  handleCall,
  handleConference,
  handleHold,
  outboundConference,
  placeCall,
  rejectCalls,
} from "@linedesk/contract";
import { deskEndpoints, samplePresses } from "./desk-endpoints.ts";
import { choicesOf } from "./sample-input.ts";

test("the desk's endpoints include those that a desk uses most", () => {
  expect(deskEndpoints).toEqual(
    expect.arrayContaining([
      handleCall,
      handleConference,
      handleHold,
      outboundConference,
      placeCall,
      rejectCalls,
    ]),
  );
});

test("an endpoint with actions has one valid press for each of them", () => {
  const call = "c0000000-0000-4000-8000-000000000001";
  const actions = choicesOf(handleCall.body, "action");

  const presses = samplePresses(handleCall, { call });

  expect(actions).toContain("mark_next");
  expect(presses.map(({ body }) => body["action"])).toEqual(actions);
  expect(presses.every(({ body }) => body["call"] === call)).toBe(true);
});
