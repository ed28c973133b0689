import { expect, test } from "vitest";

import { findMentions } from "./find-mentions.ts";

const members = ["Ann", "Ann Lee", "Bob", "Zoë Müller"].map((name) => ({
  user: `id of ${name}`,
  name,
}));

test.each([
  ["@Bob, line 4 is the council guy", ["Bob"]],
  ["thanks @bob and @ANN LEE", ["Ann Lee", "Bob"]],
  ["@Ann and @Ann Lee", ["Ann Lee", "Ann"]],
  ["ask @zoë müller!", ["Zoë Müller"]],
  ["mail bob@bob.example", []],
  ["@Bobby is somebody else", []],
  ["@ Bob, Bob", []],
])("[CH12] %j mentions %j", (text, names) => {
  expect(findMentions(text, members).map(({ name }) => name)).toEqual(names);
});

test("[CH12] a name that two members share mentions both, and a nameless member is never mentioned", () => {
  const twins = [
    { user: "1", name: "Kim" },
    { user: "2", name: "kim" },
    { user: "3", name: "" },
  ];

  expect(findMentions("@Kim?", twins).map(({ user }) => user)).toEqual(["1", "2"]);
});

test("[CH12] one message mentions at most ten members", () => {
  const many = Array.from({ length: 30 }, (_, n) => ({ user: String(n), name: `M${n}` }));
  const text = many.map(({ name }) => `@${name}`).join(" ");

  expect(findMentions(text, many)).toHaveLength(10);
});
