import { expect, test } from "vitest";

import { completeMention, findMention } from "./use-composer.ts";

const people = ["Alice Okafor", "Bob", "Bea Lane"].map((name) => ({ user: name, name }));

function found(text: string): string[] | null {
  return findMention(text, text.length, people)?.found.map(({ name }) => name) ?? null;
}

test("[CH12] while a person types a name after @, matching members are offered", () => {
  expect(found("@")).toEqual(["Alice Okafor", "Bob", "Bea Lane"]);
  expect(found("ask @b")).toEqual(["Bob", "Bea Lane"]);
  expect(found("ask @oka")).toEqual(["Alice Okafor"]);
  expect(found("ask @bea l")).toEqual(["Bea Lane"]);
  expect(found("ask @x")).toBeNull();
  expect(found("a@b")).toBeNull();
  expect(found("b")).toBeNull();
});

test.each([
  ["Kevin O'Brien", ["@obr", "@o'b", "@O’Brien", "@kevin ob"]],
  ["Jürgen Müller", ["@muell", "@mull", "@müll", "@juergen m"]],
  ["Mary-Anne Ek", ["@marya", "@mary", "@anne", "@mary-a"]],
])("[CL42] %s is offered for a mention by the sound of the name", (name, finds) => {
  for (const find of finds) {
    expect(findMention(find, find.length, [{ user: name, name }])?.found).toHaveLength(1);
  }
  expect(findMention("@kim", 4, [{ user: name, name }])).toBeNull();
});

test("[CH12] a complete name offers no further members", () => {
  expect(found("@Bob")).toBeNull();
  expect(found("@Bob ")).toBeNull();
});

test("[CH12] the chosen name replaces the typed beginning", () => {
  const text = "ask @b about it";
  const search = findMention(text, 6, people);

  const { at } = search ?? { at: -1 };

  expect(completeMention(text, { at, caret: 6, name: "Bob" })).toEqual({
    text: "ask @Bob about it",
    caret: 9,
  });
});
