import { expect, test } from "vitest";

import { parseNotice } from "./parse-notice.ts";

const channel = "private-station-1";

test("a notification contains the events of a transaction, with their data as it is sent", () => {
  const data = JSON.stringify({ type: "chat.sent", text: "a\tb\nc", seq: 8 });
  const rows = parseNotice(
    `12\t7\t\t${channel}\tprize.changed\t{"seq":7}\n13\t8\ts1\t${channel}\tchat.sent\t${data}`,
  );

  expect(rows).toMatchObject([
    { id: 12, seq: 7, masking: null, channel, event: "prize.changed", data: '{"seq":7}' },
    { id: 13, seq: 8, masking: "s1", channel, event: "chat.sent", data },
  ]);
  expect(rows?.[1]?.payload).toEqual({ type: "chat.sent", text: "a\tb\nc", seq: 8 });
});

test("an empty notification, or one with a line that is no event, makes the reader read the table", () => {
  expect(parseNotice("")).toBeNull();
  expect(parseNotice(`12\t7\t\t${channel}\tprize.changed\t{"seq":7}\n`)).toBeNull();
});
