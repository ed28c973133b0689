import type { Breach } from "../breach.ts";
import { isShipped, type SourceFile } from "../sources/source-file.ts";
import { getNode, getNodes, getText, parseSyntax, type SyntaxNode } from "../sources/syntax.ts";

const LEVELS = new Set(["fatal", "error", "warn", "info", "debug", "trace"]);
const LOGGER = /[lL]og(?:ger)?$/;

/**
 * Finds lines of a log whose message is not one fixed text: values belong into fields, where they
 * are searched for and, below `pii`, left out.
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

/** The fields may be left out, and nothing follows the message. */
function hasFixedMessage([first, ...rest]: SyntaxNode[]): boolean {
  const [message = first] = rest;
  return message?.type === "Literal" && typeof message["value"] === "string" && rest.length < 2;
}
