import type { Breach } from "../breach.ts";
import type { SourceFile } from "../sources/source-file.ts";
import { parseSyntax } from "../sources/syntax.ts";

const MAX_COLUMNS = 100;

/** Finds lines of comments that are wider than the page; an address cannot be broken. */
export function findWideComments(files: SourceFile[]): Breach[] {
  return files.flatMap((file) => {
    const { comments, locate } = parseSyntax(file);
    return comments.flatMap(({ start, end }) => {
      const from = file.text.lastIndexOf("\n", start - 1) + 1;
      const lines = file.text.slice(from, end).split("\n");
      const wide = lines.findIndex((line) => line.length > MAX_COLUMNS && !/:\/\//.test(line));
      if (wide === -1) {
        return [];
      }
      const before = lines.slice(0, wide).join("\n").length;
      const message = `The comment is ${lines[wide]?.length} columns wide, more than ${MAX_COLUMNS}.`;
      const at = locate(from + (wide === 0 ? 0 : before + 1));
      return [{ check: "comment-width", at, message }];
    });
  });
}
