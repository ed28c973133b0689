import type { Breach } from "../breach.ts";
import { isTestFile, type SourceFile } from "../sources/source-file.ts";
import { getNode, getText, parseSyntax } from "../sources/syntax.ts";

/** Finds tests that are written with `it`. */
export function findItTests(files: SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => isTestFile(path))
    .flatMap((file) => {
      const { find, locate } = parseSyntax(file);
      return find("ImportSpecifier")
        .filter((node) => getText(getNode(node, "imported")) === "it")
        .map((node) => ({
          check: "test-function",
          at: locate(node.start),
          message: "It writes tests with `it`: use `test`.",
        }));
    });
}
