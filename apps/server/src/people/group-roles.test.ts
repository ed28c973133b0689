import { expect, test } from "vitest";

import { parseGroupRoles } from "./group-roles.ts";

test("[AU34] groups are mapped to roles at one station or at all stations", () => {
  expect(parseGroupRoles("news=2zz:screener, cn=bosses=*:owner")).toEqual([
    { group: "news", callSign: "2ZZ", role: "screener" },
    { group: "cn=bosses", callSign: null, role: "owner" },
  ]);
  expect(parseGroupRoles(null)).toEqual([]);
});

test("[AU34] a group with commas is written in double quotes", () => {
  const directory = "CN=Radio Admins,OU=Groups,DC=example";
  expect(parseGroupRoles(`"${directory}"=2ZZ:admin, R&D=Ops=*:screener`)).toEqual([
    { group: directory, callSign: "2ZZ", role: "admin" },
    { group: "R&D=Ops", callSign: null, role: "screener" },
  ]);
});

test.each(["news", "news=2ZZ", "news=2ZZ:boss", "=2ZZ:owner", "CN=Radio Admins", '"'])(
  "[AU34][SR8] the error names the invalid %j",
  (text) => {
    expect(() => parseGroupRoles(text)).toThrow(`OIDC_ROLES has "${text}"`);
  },
);
