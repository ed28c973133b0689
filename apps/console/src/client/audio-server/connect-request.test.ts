import { describe, expect, test } from "vitest";

import { connectFlavours } from "@linedesk/contract";
import {
  chooseFlavour,
  type ConnectEvent,
  type ConnectRequest,
  isLeftOpen,
  nextConnect,
} from "./connect-request.ts";

const mine = "0190f3c4-7a1b-4c3d-8e4f-000000000001";
const other = "0190f3c4-7a1b-4c3d-8e4f-000000000002";

describe.each(connectFlavours)("a connect request of type %s", (flavour) => {
  const waiting: ConnectRequest = { status: "waiting", requestId: mine, flavour };
  const answers: ConnectEvent[] = [
    { type: "connected", requestId: mine, flavour },
    { type: "disconnect", requestId: mine, flavour },
    { type: "error", requestId: mine, flavour, message: "The sound device is gone." },
  ];

  test("[AS12] ends in exactly one of accept, disconnect and error", () => {
    expect(answers.map((answer) => nextConnect(waiting, answer).status)).toEqual([
      "connected",
      "disconnected",
      "failed",
    ]);
    for (const end of answers.slice(1)) {
      const ended = nextConnect(waiting, end);
      for (const answer of answers) {
        expect(nextConnect(ended, answer)).toBe(ended);
      }
    }
  });

  test("[AS12] is not changed by an answer to another request", () => {
    for (const answer of answers) {
      expect(nextConnect(waiting, { ...answer, requestId: other } as ConnectEvent)).toBe(waiting);
    }
  });

  test("[AS11] fails without a response, and a late answer only causes a disconnect", () => {
    const failed = nextConnect(waiting, { type: "timed_out" });
    const [late] = answers as [ConnectEvent];

    expect(failed).toMatchObject({ status: "failed", message: "No response from server" });
    expect(nextConnect(failed, late)).toBe(failed);
    expect(isLeftOpen(failed, late)).toBe(true);
    expect(isLeftOpen(failed, { ...late, requestId: other } as ConnectEvent)).toBe(false);
    const connected = nextConnect(waiting, late);
    expect(nextConnect(connected, { type: "timed_out" })).toBe(connected);
    expect(isLeftOpen(connected, late)).toBe(false);
  });
});

test("[AS13] a connect has the type `conference` for a conference, `outbound` without a selected call, else `accept`", () => {
  expect(chooseFlavour({ conference: other, selCall: mine })).toBe("conference");
  expect(chooseFlavour({ conference: other, selCall: null })).toBe("conference");
  expect(chooseFlavour({ conference: null, selCall: null })).toBe("outbound");
  expect(chooseFlavour({ conference: null, selCall: mine })).toBe("accept");
});
