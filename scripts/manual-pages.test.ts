import { expect, test } from "vitest";

import { compare, readNames } from "./manual-pages.ts";
import { buildManual } from "./manual/build-manual.ts";
import { type ManualLanguage, manualLanguages, orderPages } from "./manual/page-order.ts";

const names = await readNames();
const { operators, admins } = orderPages(names.en.sections);
const plain = "# Page\n\nThis page has a purpose.\n";

/** Returns the sources of all pages in both languages, the given ones instead of plain ones. */
function aManual(given: Record<string, string> = {}): Map<string, string> {
  const all = manualLanguages.flatMap((language) =>
    [...operators, ...admins].map((id) => [`${language}/${id}`, plain] as const),
  );
  return new Map([...all, ...Object.entries(given)]);
}

function findProblems(sources: Map<string, string>): string[] {
  return buildManual(sources, names).problems;
}

test("[SH73] keys and words are those of the console, in the language of the page", () => {
  const source = `${plain}\n{key:reject} {action:hold} {panel:dial} {section:lines} {word:state-messages.on_air}\n`;

  const { files, problems } = buildManual(
    aManual({ "en/answer": source, "de/answer": source }),
    names,
  );

  expect(problems).toEqual([]);
  expect(files.get("en/answer.md")).toContain("`Del` **Hold** **Dial** **Phone lines** **On air**");
  expect(files.get("de/answer.md")).toContain("`Entf` **Halten** **Anrufen**");
});

test("[SH73] a renamed key or button makes the written page stale", () => {
  const sources = aManual({ "en/air": `${plain}\n{key:hold} {action:hold}\n` });
  const written = buildManual(sources, names).files;
  function rename(change: Partial<(typeof names)["en"]>) {
    const renamed: Record<ManualLanguage, (typeof names)["en"]> = {
      ...names,
      en: { ...names.en, ...change },
    };
    return compare(buildManual(sources, renamed), written, new Set());
  }

  expect(rename({})).toEqual([]);
  const stale = ["docs/manual/en/air.md is out of date."];
  const { keys, actions } = names.en;
  expect(rename({ keys: { ...keys, hold: [{ scope: "anywhere", label: "F7" }] } })).toEqual(stale);
  expect(rename({ actions: { ...actions, hold: { name: "Park" } } })).toEqual(stale);
});

test("[SH73] a removed key or button is refused with the file and the line", () => {
  expect(findProblems(aManual({ "de/air": `${plain}\nDrücken Sie {key:gone}.\n` }))).toEqual([
    "apps/console/manual/de/air.md:5: {key:gone} names no action with such a key.",
  ]);
});

test("[SH73] a page that one language lacks, a section without a page, and a page that the contents do not list are refused", () => {
  const sources = aManual({ "en/plans": plain });
  sources.delete("de/air");
  sources.delete("en/admin/lines");

  expect(findProblems(sources)).toEqual([
    "apps/console/manual/en/admin/lines.md is missing.",
    "apps/console/manual/en/plans.md is not in the contents: add it to scripts/manual/page-order.ts.",
    "apps/console/manual/de/air.md is missing.",
  ]);
});

test("[SH73] links lead to pages, pictures are files, and a page has the required form", () => {
  const lines =
    "# Lines\n\nThis page is of lines.\n\n![A list](picture:admin-lines)\n\n[Air](page:air)\n";
  const wrong = "Lines\n\n| a |\n\n[Gone](page:gone)\n";

  const manual = buildManual(aManual({ "en/admin/lines": lines, "en/chat": wrong }), names);

  const page = manual.files.get("en/admin/lines.md");
  expect(page).toContain("![A list](../pictures/admin-lines.png)");
  expect(page).toContain("[Air](../air.md)");
  expect(manual.problems).toEqual([
    "apps/console/manual/en/chat.md:1: A page must begin with a title and a sentence about its purpose.",
    "apps/console/manual/en/chat.md:3: A page must not have tables, HTML, quotes, code or h3 headings.",
    "apps/console/manual/en/chat.md:5: The manual has no page gone.",
  ]);
  expect(
    compare(
      manual,
      new Map([...manual.files, ["en/old.md", plain]]),
      new Set(["de/pictures/a.png"]),
    ),
  ).toEqual([
    "docs/manual/en/old.md has no source.",
    "docs/manual/en/pictures/admin-lines.png is missing; apps/console/manual/en/admin/lines.md shows it.",
    "docs/manual/de/pictures/a.png is on no page.",
  ]);
});

test("[SH73] the contents list all pages in their order, with the sentence of each", () => {
  const contents = buildManual(aManual(), names).files.get("en/README.md") ?? "";

  const links = [...contents.matchAll(/\]\((.*)\.md\): This page has a purpose\./g)];
  expect(links.map(([, id]) => id)).toEqual([...operators, ...admins]);
});
