import { getNode, getNodes, getText, type SyntaxNode } from "../sources/syntax.ts";

/** What a name stands for: an interface, an alias or a class of our own. */
export type Shapes = ReadonlyMap<string, SyntaxNode>;

/** Types of the language that hold values alone. */
const VALUES = new Set([
  "Array",
  "ArrayBuffer",
  "Buffer",
  "Date",
  "Exclude",
  "Extract",
  "Float32Array",
  "Int16Array",
  "Map",
  "NonNullable",
  "Omit",
  "Partial",
  "Pick",
  "Readonly",
  "ReadonlyArray",
  "ReadonlyMap",
  "ReadonlySet",
  "Record",
  "RegExp",
  "Required",
  "Set",
  "URL",
  "Uint8Array",
]);

/** Whether a shape holds a function, an instance of a class, or an object that holds one. */
export function holdsDependencies(shape: SyntaxNode, shapes: Shapes): boolean {
  return shape.type === "ClassDeclaration"
    ? getNodes(getNode(shape, "body"), "body").some((field) => isGiven(field, shapes))
    : holdsCode(shape, shapes, new Set());
}

function isGiven(field: SyntaxNode, shapes: Shapes): boolean {
  const type = getNode(getNode(field, "typeAnnotation"), "typeAnnotation");
  return type === undefined ? isMade(getNode(field, "value")) : holdsCode(type, shapes, new Set());
}

/** `#calls = new Calls()`, and what a call returns. */
function isMade(value: SyntaxNode | undefined): boolean {
  return value?.type === "NewExpression" || value?.type === "ArrowFunctionExpression";
}

function holdsCode(type: SyntaxNode, shapes: Shapes, seen: Set<string>): boolean {
  const some = (nodes: (SyntaxNode | undefined)[]): boolean =>
    nodes.some((one) => one !== undefined && holdsCode(one, shapes, seen));
  switch (type.type) {
    case "TSFunctionType":
    case "TSMethodSignature":
    case "TSTypeQuery":
      return true;
    case "TSUnionType":
    case "TSIntersectionType":
      return some(getNodes(type, "types"));
    case "TSArrayType":
      return some([getNode(type, "elementType")]);
    case "TSTypeOperator":
    case "TSParenthesizedType":
    case "TSPropertySignature":
    case "TSTypeAnnotation":
    case "TSTypeAliasDeclaration":
      return some([getNode(type, "typeAnnotation")]);
    case "TSTypeLiteral":
      return some(getNodes(type, "members"));
    case "TSInterfaceDeclaration":
      return some([...getNodes(getNode(type, "body"), "body"), ...getNodes(type, "extends")]);
    case "TSInterfaceHeritage":
    case "TSTypeReference":
      return holdsNamed(type, shapes, seen);
    case "ClassDeclaration":
      return true;
    default:
      return false;
  }
}

function holdsNamed(type: SyntaxNode, shapes: Shapes, seen: Set<string>): boolean {
  if (isReadBySchema(type)) {
    return false;
  }
  const name = getText(getNode(type, "expression") ?? getNode(type, "typeName"));
  const inside = getNodes(getNode(type, "typeArguments"), "params");
  if (inside.some((one) => holdsCode(one, shapes, seen))) {
    return true;
  }
  const shape = shapes.get(name);
  if (name === "" || VALUES.has(name) || seen.has(name)) {
    return false;
  }
  seen.add(name);
  // What no file of ours declares is an instance of a library.
  return shape === undefined ? /^[A-Z]\w*[a-z]/.test(name) : holdsCode(shape, shapes, seen);
}

/** `z.infer<typeof schema>` is values, though the schema itself is code. */
function isReadBySchema(type: SyntaxNode): boolean {
  const name = getNode(type, "typeName");
  return name?.type === "TSQualifiedName" && getText(getNode(name, "right")) === "infer";
}
