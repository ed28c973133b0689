import { describe, expect, test } from "vitest";

import { listPage, type PageQuery } from "./list-page.ts";

function sid(number: number) {
  return `CA${String(number).padStart(32, "0")}`;
}
const items = [5, 4, 3, 2, 1].map(sid);

function page(query: PageQuery, search = "", records = items) {
  return listPage({
    key: "calls",
    prefix: "CA",
    items: records,
    sidOf: (record) => record,
    present: (record) => ({ sid: record }),
    path: "/2010-04-01/Accounts/AC1/Calls.json",
    search,
    query,
  });
}

function sidsOf(body: Record<string, unknown>) {
  return (body["calls"] as { sid: string }[]).map((record) => record.sid);
}

describe("a page of a list", () => {
  test("[XR6] has Twilio's envelope with exactly one array", () => {
    const body = page({});

    expect(body).toEqual({
      calls: items.map((record) => ({ sid: record })),
      page: 0,
      page_size: 50,
      start: 0,
      end: 4,
      uri: "/2010-04-01/Accounts/AC1/Calls.json",
      first_page_uri: "/2010-04-01/Accounts/AC1/Calls.json?PageSize=50&Page=0",
      next_page_uri: null,
      previous_page_uri: null,
    });
  });

  test("[XR6] names the next and the previous page, and keeps the filters", () => {
    const body = page({ PageSize: 2, Page: 1 }, "From=client%3Adesk&PageSize=2&Page=1");

    expect(sidsOf(body)).toEqual([sid(3), sid(2)]);
    expect(body["next_page_uri"]).toBe(
      `/2010-04-01/Accounts/AC1/Calls.json?From=client%3Adesk&PageSize=2&Page=2&PageToken=PA${sid(2)}`,
    );
    expect(body["previous_page_uri"]).toBe(
      `/2010-04-01/Accounts/AC1/Calls.json?From=client%3Adesk&PageSize=2&Page=0&PageToken=PB${sid(3)}`,
    );
  });

  test("[XR6] uses its page number when the record of its token is gone", () => {
    const body = page({ PageSize: 2, Page: 1, PageToken: `PA${sid(9)}` });

    expect(sidsOf(body)).toEqual([sid(3), sid(2)]);
  });

  test("[XR6] has 50 records by default, and 1000 at most", () => {
    const many = Array.from({ length: 1500 }, (_, index) => sid(index));

    expect(sidsOf(page({}, "", many))).toHaveLength(50);
    expect(sidsOf(page({ PageSize: 5000 }, "", many))).toHaveLength(1000);
  });

  test("[XR6] is empty beyond the end", () => {
    const body = page({ Page: 7 });

    expect(sidsOf(body)).toEqual([]);
    expect(body["next_page_uri"]).toBeNull();
  });

  test.each(["PA", "PAxx", `PA${sid(4)}0`, `PC${sid(4)}`, sid(4), `PACF${"0".repeat(32)}`, "PA1"])(
    "[XR76] refuses the unknown token %s",
    (PageToken) => {
      expect(() => page({ PageToken })).toThrow(expect.objectContaining({ twilioCode: 20001 }));
    },
  );
});
