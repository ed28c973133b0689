import type { ConsoleNames } from "../../apps/console/src/app/console-names.ts";
import { linkPages } from "./link-pages.ts";
import { type ManualLanguage, manualLanguages, orderPages } from "./page-order.ts";
import { resolveTokens } from "./resolve-tokens.ts";
import { writeContents } from "./write-contents.ts";

const SOURCES = "apps/console/manual";

export interface Manual {
  /** The text of each file by its path in `docs/manual`. */
  files: Map<string, string>;
  /** The paths of the pictures in `docs/manual`, each with a source page that shows it. */
  pictures: Map<string, string>;
  problems: string[];
}

/** Builds the manual of all languages from its sources, which have names such as `en/answer`. */
export function buildManual(
  sources: ReadonlyMap<string, string>,
  names: Record<ManualLanguage, ConsoleNames>,
): Manual {
  const manual: Manual = { files: new Map(), pictures: new Map(), problems: [] };
  for (const language of manualLanguages) {
    buildLanguage(manual, language, sources, names[language]);
  }
  return manual;
}

function buildLanguage(
  { files, pictures, problems }: Manual,
  language: ManualLanguage,
  sources: ReadonlyMap<string, string>,
  names: ConsoleNames,
): void {
  const order = orderPages(names.sections);
  const ids = [...order.operators, ...order.admins];
  const pages = new Map<string, string>();
  for (const id of ids) {
    const at = `${SOURCES}/${language}/${id}.md`;
    const source = sources.get(`${language}/${id}`);
    if (source === undefined) {
      problems.push(`${at} is missing.`);
      continue;
    }
    const resolved = resolveTokens(source, names);
    const linked = linkPages(resolved.text, id, ids);
    problems.push(
      ...findFormBreaches(source).map(({ line, message }) => `${at}:${line}: ${message}`),
      ...resolved.problems.map(({ line, message }) => `${at}:${line}: ${message}`),
      ...linked.dead.map(({ line, page }) => `${at}:${line}: The manual has no page ${page}.`),
    );
    linked.pictures.forEach((name) => pictures.set(`${language}/pictures/${name}.png`, at));
    pages.set(id, linked.text);
    files.set(`${language}/${id}.md`, linked.text);
  }
  files.set(`${language}/README.md`, writeContents(language, order, pages));
  problems.push(
    ...[...sources.keys()]
      .filter((name) => name.startsWith(`${language}/`) && !ids.includes(name.slice(3)))
      .map(
        (name) =>
          `${SOURCES}/${name}.md is not in the contents: add it to scripts/manual/page-order.ts.`,
      ),
  );
}

/** Finds a page without a title or a purpose, and parts that the console does not draw. */
function findFormBreaches(source: string): { line: number; message: string }[] {
  const lines = source.split("\n");
  const [title = "", , about = ""] = lines;
  const head =
    /^# \S/.test(title) && /^[^#\s![-]/.test(about)
      ? []
      : [{ line: 1, message: "A page must begin with a title and a sentence about its purpose." }];
  return [
    ...head,
    ...lines.flatMap((text, at) =>
      /^\s*(?:\||#{3,} |```|>)|<\/?[a-z]/i.test(text)
        ? [
            {
              line: at + 1,
              message: "A page must not have tables, HTML, quotes, code or h3 headings.",
            },
          ]
        : [],
    ),
  ];
}
