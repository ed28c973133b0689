import { expect, test } from "vitest";

import { choicePage, problemPage } from "./page.ts";
import { demoPeople } from "./people.ts";

test("[SO1] the demo people are buttons with their names and roles", () => {
  const html = choicePage({
    people: demoPeople,
    action: "/sso/interaction/1",
    stylesheet: "/s.css",
  });

  const buttons = [...html.matchAll(/class="name">(\w+)<\/span> <span class="role">(\w+)</g)];
  expect(buttons.map(([, name, role]) => `${name} (${role})`)).toEqual([
    "Alice (owner)",
    "Bob (screener)",
    "Carla (presenter)",
    "Dan (producer)",
    "Erin (admin)",
  ]);
  expect(html).toContain("Linedesk demonstration sign-in");
  expect(html).toContain("Choose who you are.");
  expect(html).toMatch(/<p class="brand"><svg [^>]+>.*<\/svg>Linedesk<\/p>/);
  expect(html).not.toMatch(/<script|<style|style=|onclick=/);
});

test("the text and the code of a problem cannot become markup", () => {
  const html = problemPage({ words: `<img src=x onerror="a">`, code: "'&", stylesheet: "/s.css" });

  expect(html).not.toContain("<img");
  expect(html).toContain("&#60;img");
});
