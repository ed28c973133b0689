import { describe, expect, test } from "vitest";

import { parseExpression } from "./expression.ts";

const task = {
  language: "en",
  age: 30,
  vip: true,
  skills: ["news", "sport"],
  shifts: [{ from: 9 }],
  caller: { town: "Perth", name: "O'Hara" },
};

describe("an expression over a task's attributes", () => {
  test.each([
    ["language == 'en'", true],
    ['language == "de"', false],
    ["language != 'de'", true],
    ["age == 30 AND vip == true", true],
    ["age == '30'", false],
    ["age > 29.5", true],
    ["age < 30", false],
    ["age >= 30 and age <= 30", true],
    ["language > 'de' AND language < 'fr'", true],
    ["age > 'en'", false],
    ["language IN ['de', 'en']", true],
    ["language in ['de', 'fr']", false],
    ["language NOT IN ['de', 'fr']", true],
    ["'news' IN skills", true],
    ["skills HAS 'sport'", true],
    ["skills has 'music'", false],
    ["language HAS 'en'", false],
    ["caller.town CONTAINS 'ert'", true],
    ["caller.town contains 'Syd'", false],
    [`caller.name == "O'Hara"`, true],
    ["caller.street == null", true],
    ["caller.street != null", false],
    ["missing NOT IN ['x']", true],
    ["caller.street.number > 3", false],
    ["missing != 'x'", true],
    ["age == -1 OR vip == true AND language == 'en'", true],
    ["(age == 30 OR vip == false) AND language == 'de'", false],
    ["age == 30 OR vip == false AND language == 'de'", true],
    ["((1 == 1))", true],
    ["constructor != null OR __proto__ != null", false],
  ])("%s is %s", (text, expected) => {
    expect(parseExpression(text)(task)).toBe(expected);
  });

  test.each([
    ["skills[1] == 'sport'", true],
    ["skills[2] == null", true],
    ["shifts[0].from >= 9", true],
    ["language IN[1]", false],
    ["age IN[30]", true],
    ["skills == 'news'", false],
    ["skills != 'news'", false],
    ["skills == skills", false],
    ["skills NOT IN ['news']", false],
    ["language NOT IN 'en'", false],
  ])("%s is %s", (text, expected) => {
    expect(parseExpression(text)(task)).toBe(expected);
  });

  test.each([
    ["", "at its end it wants a value or a name"],
    ["language", "at its end it wants =="],
    ["language ==", "at its end it wants a value or a name"],
    ["language == 'en' vip == true", "as part 4 it wants AND, OR or the end"],
    ["(language == 'en'", "at its end it wants a closing parenthesis"],
    ["language IN ['en'", "at its end it wants a comma or ]"],
    ["language IN [town]", "as part 4 it wants a value"],
    ["language ~= 'en'", "nothing that is known stands at 9"],
    ["language == 'en", "nothing that is known stands at 12"],
    ["language NOT 'en'", "wants =="],
    [`${"(".repeat(21)}1 == 1${")".repeat(21)}`, "parentheses stand over 20 deep"],
    ["x".repeat(2_001), "it is longer than 2000 characters"],
  ])("%s cannot be read", (text, message) => {
    expect(() => parseExpression(text)).toThrow(message);
  });
});
