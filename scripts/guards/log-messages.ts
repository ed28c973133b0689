import type { Breach } from "../breach.ts";
import { isShipped, type SourceFile } from "../sources/source-file.ts";
import { getNode, getNodes, getText, parseSyntax, type SyntaxNode } from "../sources/syntax.ts";
import { logComponents } from "./log-components.ts";

const LEVELS = new Set(["fatal", "error", "warn", "info", "debug", "trace"]);
const LOGGER = /[lL]og(?:ger)?$/;

/**
 * Finds log lines without a fixed message that begins with a component. Values belong in fields,
 * which can be searched, and can be omitted below the level `pii`.
 */
export function findLogMessages(files: SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => isShipped(path))
    .flatMap((file) => {
      const { find, locate } = parseSyntax(file);
      return find("CallExpression")
        .filter(isLogCall)
        .flatMap((node) => {
          const fault = findFault(getNodes(node, "arguments"));
          return fault === null
            ? []
            : [{ check: "log-message", at: locate(node.start), message: fault }];
        });
    });
}

function isLogCall(node: SyntaxNode): boolean {
  const callee = getNode(node, "callee");
  const object = getNode(callee, "object");
  const name = getText(getNode(object, "property") ?? object);
  return LOGGER.test(name) && LEVELS.has(getText(getNode(callee, "property")));
}

/** Judges the arguments of a log call: optional fields, then the message. */
function findFault([first, ...rest]: SyntaxNode[]): string | null {
  const [message = first] = rest;
  if (message?.type !== "Literal" || typeof message["value"] !== "string" || rest.length > 1) {
    return "The message of a log line must be one fixed text; values belong in fields before it.";
  }
  const [component = ""] = message["value"].split(" ");
  return logComponents.has(component)
    ? null
    : `"${component}" is not a component in scripts/guards/log-components.ts: write "component verb object".`;
}
