import { describe, expect, it } from "vitest";
import { listPage, type PageQuery } from "./paging.ts";

const items = ["CA5", "CA4", "CA3", "CA2", "CA1"];

function page(query: PageQuery, search = "", records = items) {
  return listPage({
    key: "calls",
    items: records,
    sidOf: (sid) => sid,
    present: (sid) => ({ sid }),
    path: "/2010-04-01/Accounts/AC1/Calls.json",
    search,
    query,
  });
}

const sidsOf = (body: Record<string, unknown>) =>
  (body["calls"] as { sid: string }[]).map((record) => record.sid);

describe("a page of a list", () => {
  it("[XR6] stands in Twilio's envelope with exactly one array", () => {
    const body = page({});

    expect(body).toEqual({
      calls: items.map((sid) => ({ sid })),
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

  it("[XR6] names the next and the previous, with the filters kept", () => {
    const body = page({ PageSize: 2, Page: 1 }, "From=client%3Adesk&PageSize=2&Page=1");

    expect(sidsOf(body)).toEqual(["CA3", "CA2"]);
    expect(body["next_page_uri"]).toBe(
      "/2010-04-01/Accounts/AC1/Calls.json?From=client%3Adesk&PageSize=2&Page=2&PageToken=PACA2",
    );
    expect(body["previous_page_uri"]).toBe(
      "/2010-04-01/Accounts/AC1/Calls.json?From=client%3Adesk&PageSize=2&Page=0&PageToken=PBCA3",
    );
  });

  it("[XR6] goes on after its token although new records came in front", () => {
    const body = page({ PageSize: 2, Page: 1, PageToken: "PACA4" }, "", ["CA7", "CA6", ...items]);

    expect(sidsOf(body)).toEqual(["CA3", "CA2"]);
  });

  it("[XR6] whose token's record is gone falls back to its number", () => {
    const body = page({ PageSize: 2, Page: 1, PageToken: "PACA9" });

    expect(sidsOf(body)).toEqual(["CA3", "CA2"]);
  });

  it("[XR7] has 50 records unless asked, and 1000 at most", () => {
    const many = Array.from({ length: 1500 }, (_, index) => `CA${index}`);

    expect(sidsOf(page({}, "", many))).toHaveLength(50);
    expect(sidsOf(page({ PageSize: 5000 }, "", many))).toHaveLength(1000);
  });

  it("[XR6] beyond the end is empty", () => {
    const body = page({ Page: 7 });

    expect(sidsOf(body)).toEqual([]);
    expect(body["next_page_uri"]).toBeNull();
  });
});
