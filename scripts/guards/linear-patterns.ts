import { analyse } from "scslre";

import type { Breach } from "../breach.ts";
import { isShipped, type SourceFile } from "../sources/source-file.ts";
import { parseSyntax, type SyntaxNode } from "../sources/syntax.ts";

/**
 * Finds patterns that may take more than linear time: with hostile input, such as a header or a
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
          message: `${String(node["raw"])} takes more than linear time: nothing that repeats may begin anew at each place, or give to what repeats beside it.`,
        }));
    });
}

/** Returns true for a pattern that is proven slow; one too large for the analysis passes. */
function isSlow(node: SyntaxNode): boolean {
  const { regex } = node as SyntaxNode & { regex?: { pattern: string; flags: string } };
  if (regex === undefined) {
    return false;
  }
  return analyse({ source: regex.pattern, flags: regex.flags }).reports.length > 0;
}
