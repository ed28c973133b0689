import type { Breach } from "../breach.ts";
import { isShipped, type SourceFile } from "../sources/source-file.ts";
import { getNode, getNodes, getText, parseSyntax, type SyntaxNode } from "../sources/syntax.ts";

const LEVELS = new Set(["fatal", "error", "warn", "info", "debug", "trace"]);
const LOGGER = /[lL]og(?:ger)?$/;

/**
 * Finds log lines without a fixed message: values belong into fields, which are searchable and can
 * be left out below `pii`.
 */
export function findLogMessages(files: SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => isShipped(path))
    .flatMap((file) => {
      const { find, locate } = parseSyntax(file);
      return find("CallExpression")
        .filter((node) => isLogCall(node) && !hasFixedMessage(getNodes(node, "arguments")))
        .map((node) => ({
          check: "log-message",
          at: locate(node.start),
          message: "The message of a log line is one fixed text; values stand in fields before it.",
        }));
    });
}

function isLogCall(node: SyntaxNode): boolean {
  const callee = getNode(node, "callee");
  const object = getNode(callee, "object");
  const name = getText(getNode(object, "property") ?? object);
  return LOGGER.test(name) && LEVELS.has(getText(getNode(callee, "property")));
}

/** Returns true for a fixed message at the end of the arguments; the fields are optional. */
function hasFixedMessage([first, ...rest]: SyntaxNode[]): boolean {
  const [message = first] = rest;
  return message?.type === "Literal" && typeof message["value"] === "string" && rest.length < 2;
}
