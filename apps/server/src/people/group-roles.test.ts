import { expect, test } from "vitest";

import { parseGroupRoles } from "./group-roles.ts";

test("[AU34] groups are mapped to roles at one station or at all stations", () => {
  expect(parseGroupRoles("news=2zz:screener, cn=bosses=*:owner")).toEqual([
    { group: "news", callSign: "2ZZ", role: "screener" },
    { group: "cn=bosses", callSign: null, role: "owner" },
  ]);
  expect(parseGroupRoles(null)).toEqual([]);
});

test.each(["news", "news=2ZZ", "news=2ZZ:boss", "=2ZZ:owner"])(
  "[AU34][SR8] the error names the invalid %j",
  (text) => {
    expect(() => parseGroupRoles(text)).toThrow(`OIDC_ROLES has "${text}"`);
  },
);
