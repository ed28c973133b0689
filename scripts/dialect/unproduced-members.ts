import type { Breach } from "../breach.ts";
import { findOwner, isTestCode, isTestFile, type SourceFile } from "../sources/source-file.ts";
import { getNode, getNodes, getText, parseSyntax, type SyntaxNode } from "../sources/syntax.ts";

/** Beside a member: the planned rules that are going to need it. */
const PLANNED_NOTE = /\/\/ planned: ((?:\[[A-Z]{2}\d+\](?:, )?)+)$/;

interface Member {
  value: string;
  union: string;
  file: SourceFile;
  start: number;
}

/**
 * Finds members of unions on `type` that no code outside tests ever makes. A member that names a
 * rule beside it, `// planned:`, is accepted for as long as that rule is planned.
 */
export function findUnproducedMembers(
  files: SourceFile[],
  plannedRules: ReadonlySet<string>,
): Breach[] {
  const shipped = files.filter(({ path }) => !isTestFile(path) && !isTestCode(path));
  const producers = new Map<string, Set<string>>();
  for (const file of shipped) {
    for (const value of findProduced(file)) {
      const owners = producers.get(value) ?? new Set();
      producers.set(value, owners.add(findOwner(file.path)));
    }
  }
  return shipped.flatMap(findMembers).flatMap(({ value, union, file, start }) => {
    const owners = [...(producers.get(value) ?? [])];
    const owner = findOwner(file.path);
    // What an app declares a package may produce; what a package declares anybody may.
    const isMade = owners.some(
      (one) => one === owner || one.startsWith("packages/") || owner.startsWith("packages/"),
    );
    const cited = readPlannedNote(file.text, start);
    if (isMade || (cited.length > 0 && cited.every((id) => plannedRules.has(id)))) {
      return [];
    }
    const advice =
      cited.length === 0
        ? "take the member out"
        : `${cited.join(", ")} is not planned (any more), so take the member out`;
    const message = `Nothing produces "${value}" of ${union}: ${advice}.`;
    return [{ check: "unproduced-member", at: parseSyntax(file).locate(start), message }];
  });
}

/** The ids that the comment at the end of the member's line names. */
function readPlannedNote(text: string, start: number): string[] {
  const end = text.indexOf("\n", start);
  const line = text.slice(start, end < 0 ? undefined : end).trimEnd();
  const ids = PLANNED_NOTE.exec(line)?.[1] ?? "";
  return [...ids.matchAll(/[A-Z]{2}\d+/g)].map(([id]) => id);
}

/** The values of `type` of every union whose members are told apart by it. */
function findMembers(file: SourceFile): Member[] {
  const { find } = parseSyntax(file);
  const interfaces = new Map(
    find("TSInterfaceDeclaration", "TSTypeAliasDeclaration").map((node) => [
      getText(getNode(node, "id")),
      node,
    ]),
  );
  return find("TSTypeAliasDeclaration").flatMap((alias) => {
    const union = getNode(alias, "typeAnnotation");
    const members = union?.type === "TSUnionType" ? getNodes(union, "types") : [];
    return members
      .flatMap((one) => findTypeValues(one, interfaces))
      .map(({ value, start }) => ({ value, start, union: getText(getNode(alias, "id")), file }));
  });
}

function findTypeValues(
  node: SyntaxNode,
  interfaces: ReadonlyMap<string, SyntaxNode>,
): { value: string; start: number }[] {
  const named = interfaces.get(getText(getNode(node, "typeName")));
  const members = [
    ...getNodes(node, "members"),
    ...(named?.type === "TSInterfaceDeclaration" ? getNodes(getNode(named, "body"), "body") : []),
  ];
  const field = members.find((one) => getText(getNode(one, "key")) === "type");
  const type = getNode(getNode(field, "typeAnnotation"), "typeAnnotation");
  const literals = type?.type === "TSUnionType" ? getNodes(type, "types") : [type];
  return literals.flatMap((one) => {
    const literal = one?.type === "TSLiteralType" ? getNode(one, "literal") : undefined;
    const value = getText(literal);
    return value === "" || literal === undefined ? [] : [{ value, start: literal.start }];
  });
}

/** Strings that stand for a value of `type` in an object, or that a call is given. */
function findProduced(file: SourceFile): string[] {
  const { find } = parseSyntax(file);
  const inObjects = find("Property")
    .filter((node) => ["type", "event"].includes(getText(getNode(node, "key"))))
    .flatMap((node) => readStrings(getNode(node, "value")));
  const inCalls = find("CallExpression", "NewExpression").flatMap((node) =>
    getNodes(node, "arguments").flatMap(readStrings),
  );
  return [...inObjects, ...inCalls];
}

function readStrings(node: SyntaxNode | undefined): string[] {
  switch (node?.type) {
    case "Literal":
      return [getText(node)];
    case "ConditionalExpression":
      return [
        ...readStrings(getNode(node, "consequent")),
        ...readStrings(getNode(node, "alternate")),
      ];
    case "LogicalExpression":
      return [...readStrings(getNode(node, "left")), ...readStrings(getNode(node, "right"))];
    case "ArrayExpression":
      return getNodes(node, "elements").flatMap(readStrings);
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "ParenthesizedExpression":
      return readStrings(getNode(node, "expression"));
    case undefined:
    default:
      return [];
  }
}
