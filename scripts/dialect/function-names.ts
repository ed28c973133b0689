import type { Breach } from "../breach.ts";
import { isShipped, type SourceFile } from "../sources/source-file.ts";
import { getNode, getText, parseSyntax, type SyntaxNode } from "../sources/syntax.ts";

const ENDS_IN_OF = /^[a-z]\w*Of$/;
/** With one of these in front the name says what the function does: `listFlagsOf`. */
const VERB = /^(?:is|has|create|read|find|list|select|lock|lapse|count)[A-Z]/;

/** Finds functions such as `nameOf`, whose names do not say what they do: parse, find, build. */
export function findFunctionNames(files: SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => isShipped(path))
    .flatMap((file) => {
      const { find, locate } = parseSyntax(file);
      return find("FunctionDeclaration", "VariableDeclarator")
        .filter(isFunction)
        .map((node) => ({ node, name: getText(getNode(node, "id")) }))
        .filter(({ name }) => ENDS_IN_OF.test(name) && !VERB.test(name))
        .map(({ node, name }) => ({
          check: "function-name",
          at: locate(node.start),
          message: `${name} does not say what it does: begin with a verb, such as parse or find.`,
        }));
    });
}

function isFunction(node: SyntaxNode): boolean {
  return (
    node.type === "FunctionDeclaration" || getNode(node, "init")?.type === "ArrowFunctionExpression"
  );
}
