import { expect, test } from "vitest";

import { endReason } from "@linedesk/contract";
import { STATION_ID } from "../../testing/a-call.ts";
import { aDesk } from "../../testing/a-desk.ts";
import { connectionChanged } from "../store/desk-slice.ts";
import { describeUnanswered } from "./dialler.ts";

test("[OB8] busy, declined, no answer, not found and not reached each have their words; giving up has none", () => {
  const words = Object.fromEntries(
    endReason.options.map((reason) => [reason, describeUnanswered(reason)]),
  );

  expect(words).toMatchObject({
    busy: "busy",
    declined: "declined",
    no_answer: "no answer",
    not_found: "the number is not found",
    failed: "not reached",
    exchange_lost: "not reached",
    operator_hung_up: null,
  });
});

test("[CN15] while offline nothing is dialled, and it says so", async () => {
  const { dialler, store, sent } = aDesk({});
  store.dispatch(connectionChanged({ status: "offline", since: 0 }));

  await dialler.dial(STATION_ID, "0255502210", "line1");

  expect(sent).toEqual([]);
  expect(dialler.state.refused).toBe("You are offline. Dial when you are back");
});
