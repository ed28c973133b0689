import { expect, test } from "vitest";

import { collectFiles } from "./manual-files.ts";
import { parsePage } from "./parse-page.ts";
import { readManual } from "./use-manual.ts";

const page = `# Take a caller

This page shows how you take a caller. It is short.

## Answer a call

1. Press **Answer** or \`F2\`.
2. Speak.

![A row](pictures/queue-row.png)

## Für Geübte

See [the keys](keys.md).
`;

test("a page has its title, and a section for each heading with its sentences", () => {
  const { title, sections } = parsePage("answer", page);

  expect(title).toBe("Take a caller");
  expect(sections.map(({ heading, id, sentences }) => [heading, id, sentences])).toEqual([
    ["", "", ["This page shows how you take a caller.", "It is short."]],
    ["Answer a call", "answer-a-call", ["Press Answer or F2.", "Speak.", "A row"]],
    ["Für Geübte", "fur-geubte", ["See the keys."]],
  ]);
});

test("[SH73] the contents page gives the chapters and the order of the pages", () => {
  const contents = `# Manual

All.

## For operators

- [Start](start.md): begin here.
- [Answer](answer.md): calls.

## For admins

- [Lines](admin/lines.md): numbers.
`;
  const files = collectFiles(
    {
      "../docs/manual/en/README.md": contents,
      "../docs/manual/en/admin/lines.md": page,
      "../docs/manual/en/answer.md": page,
      "../docs/manual/en/start.md": page,
    },
    { "../docs/manual/en/pictures/queue-row.png": "/assets/queue-row-1.png" },
  );

  const manual = readManual(files);

  expect(manual.chapters).toEqual([
    { heading: "For operators", pages: ["start", "answer"] },
    { heading: "For admins", pages: ["admin/lines"] },
  ]);
  expect(manual.pages.map(({ path }) => path)).toEqual(["start", "answer", "admin/lines"]);
  expect(manual.pictures.get("queue-row")).toBe("/assets/queue-row-1.png");
});
