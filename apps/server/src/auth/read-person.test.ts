import { describe, expect, test } from "vitest";

import { readPerson } from "./read-person.ts";

const options = {
  issuer: "https://issuer.example.com",
  groupsClaim: "groups",
  groupsGap: null,
  emailsVerified: false,
};
const fay = { sub: "fay", name: "Fay", email: "fay@example.com" };

describe("an e-mail address", () => {
  test.each([true, "true"])("[AU37] counts when email_verified is %j", (email_verified) => {
    expect(readPerson({ ...fay, email_verified }, options).email).toBe("fay@example.com");
  });

  test.each([undefined, null, false, "false", "True", 1, "", {}])(
    "[AU37] does not count when email_verified is %j",
    (email_verified) => {
      expect(readPerson({ ...fay, email_verified }, options).email).toBeNull();
    },
  );

  test("[AU37] counts without email_verified if the issuer verifies every address", () => {
    const all = { ...options, emailsVerified: true };

    expect(readPerson(fay, all).email).toBe("fay@example.com");
    for (const email_verified of [false, "false", null, "no"]) {
      expect(readPerson({ ...fay, email_verified }, all).email).toBeNull();
    }
  });
});

describe("a name", () => {
  test.each<[string, string]>([
    ["Fay\u0000Ng", "Fay Ng"],
    ["\u0000", "fay@example.com"],
    ["x".repeat(5_000), "x".repeat(200)],
    ["😀".repeat(5_000), "😀".repeat(200)],
    ["\ud800", "\ufffd"],
    ["  Fay \r\n Ng ", "Fay   Ng"],
  ])("%j keeps only the characters that can be stored and shown", (name, stored) => {
    expect(readPerson({ ...fay, name, email_verified: true }, options).name).toBe(
      stored === "fay@example.com" ? fay.email : stored,
    );
  });

  test("consists of given name and family name when the issuer sends no full name", () => {
    const parts = { sub: "vera", given_name: "Vera", family_name: "Lund" };

    expect(readPerson({ ...parts, preferred_username: "vlund" }, options).name).toBe("Vera Lund");
    expect(readPerson({ ...parts, family_name: "\u0000" }, options).name).toBe("Vera");
  });

  test("is `Unnamed` when neither it nor an e-mail address can be shown", () => {
    expect(readPerson({ sub: "fay", name: "\u0000" }, options).name).toBe("Unnamed");
  });

  test.each([
    ["Al\u00adi\u034fce\u{e0041}", "Alice"],
    ["Ali\u200dce\u200c", "Alice"],
    ["Ng\u2800\u3164", "Ng"],
    ["\u115f\uffa0\u2800", "Unnamed"],
    ["👩\u200d", "👩"],
    ["👩\u200d🚀 ❤\ufe0f", "👩\u200d🚀 ❤\ufe0f"],
    ["می\u200cخواهم", "می\u200cخواهم"],
    ["ක්\u200dරිස්", "ක්\u200dරිස්"],
  ])("%j is stored as %j", (name, stored) => {
    expect(readPerson({ sub: "fay", name }, options).name).toBe(stored);
  });

  test("contains no direction marks or invisible characters, and is not empty after their removal", () => {
    const name = "\u202ecilA\u202c\u200b e\u2066\ufeff";
    expect(readPerson({ sub: "fay", name }, options).name).toBe("cilA e");
    expect(readPerson({ sub: "fay", name: "\u200b\u2060" }, options).name).toBe("Unnamed");
    expect(readPerson({ sub: "fay", name: "👩‍🚀 نور" }, options).name).toBe("👩‍🚀 نور");
  });
});

test("[AU37] an address that is too long or malformed is dropped", () => {
  for (const email of [`${"x".repeat(5_000)}@example.com`, "fay\u0000@example.com", "fay", 7]) {
    expect(readPerson({ ...fay, email, email_verified: true }, options).email).toBeNull();
  }
});

test.each(["", "x".repeat(256), "a\u0000b", 7, undefined])("the sub %j is refused", (sub) => {
  expect(() => readPerson({ ...fay, sub }, options)).toThrow(/sub/);
});

test("[AU34] [AU71] groups are a text or a list of texts, and any other value is reported as unreadable", () => {
  function groupsOf(groups: unknown) {
    const person = readPerson({ ...fay, groups }, options);
    return person.groupsGap ?? person.groups;
  }

  expect(groupsOf("news")).toEqual(["news"]);
  expect(groupsOf(["news", "desk"])).toEqual(["news", "desk"]);
  expect(groupsOf('["news", "desk"]')).toEqual(["news", "desk"]);
  expect(groupsOf("[news")).toEqual(["[news"]);
  expect(groupsOf(undefined)).toEqual([]);
  for (const odd of [{ news: true }, null, 7, ["news", null], ["news", { name: "desk" }], "[7]"]) {
    expect(groupsOf(odd)).toBe("unreadable");
  }
  const many = Array.from({ length: 1_001 }, (_, n) => `g${n}`);
  expect(groupsOf(many)).toBe("too_many");
  expect(groupsOf(many.slice(1))).toHaveLength(1_000);
});
