interface Linked {
  text: string;
  /** The names of the pictures that the page shows. */
  pictures: string[];
  /** The links that lead to no page. */
  dead: { line: number; page: string }[];
}

/** Resolves `(page:answer)` and `(picture:desk)` to paths of files, as seen from the page. */
export function linkPages(source: string, from: string, pages: readonly string[]): Linked {
  const up = from.includes("/") ? "../" : "";
  const pictures: string[] = [];
  const dead: Linked["dead"] = [];
  const lines = source.split("\n").map((text, at) =>
    text
      .replaceAll(/\]\(page:([^)]*)\)/g, (_link, page: string) => {
        if (!pages.includes(page)) {
          dead.push({ line: at + 1, page });
        }
        return `](${up}${page}.md)`;
      })
      .replaceAll(/\]\(picture:([^)]*)\)/g, (_link, name: string) => {
        pictures.push(name);
        return `](${up}pictures/${name}.png)`;
      }),
  );
  return { text: lines.join("\n"), pictures, dead };
}
