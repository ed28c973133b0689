import { analyse } from "scslre";

import type { Breach } from "../breach.ts";
import { isShipped, type SourceFile } from "../sources/source-file.ts";
import { parseSyntax, type SyntaxNode } from "../sources/syntax.ts";

/**
 * Finds patterns that may need more than linear time. With hostile input, such as a header or a
 * datagram, they would block the whole program for seconds.
 */
export function findSlowPatterns(files: SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => isShipped(path))
    .flatMap((file) => {
      const { find, locate } = parseSyntax(file);
      return find("Literal")
        .filter((node) => isSlow(node))
        .map((node) => ({
          check: "linear-pattern",
          at: locate(node.start),
          message: `${String(node["raw"])} takes more than linear time: anchor the pattern, and let no two adjacent repetitions match the same text.`,
        }));
    });
}

/**
 * Returns true if the analysis proves that a pattern is slow. A pattern that is too large for the
 * analysis passes.
 */
function isSlow(node: SyntaxNode): boolean {
  const { regex } = node as SyntaxNode & { regex?: { pattern: string; flags: string } };
  if (regex === undefined) {
    return false;
  }
  return analyse({ source: regex.pattern, flags: regex.flags }).reports.length > 0;
}
