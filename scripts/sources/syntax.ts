import { parseSync } from "vite";

import type { SourceFile } from "./source-file.ts";

/** A node of the syntax tree (ESTree with TypeScript's nodes), with a link to its parent. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  parent?: SyntaxNode;
  [field: string]: unknown;
}

export interface Syntax {
  /** Returns all nodes of these types, in the order of the text. */
  find: (...types: string[]) => SyntaxNode[];
  comments: { start: number; end: number; value: string }[];
  /** Returns `path:line` for an offset in the text. */
  locate: (offset: number) => string;
}

const parsed = new WeakMap<SourceFile, Syntax>();

export function parseSyntax(file: SourceFile): Syntax {
  const known = parsed.get(file);
  if (known !== undefined) {
    return known;
  }
  const { program, comments } = parseSync(file.path, file.text);
  const byType = new Map<string, SyntaxNode[]>();
  collect(program as unknown as SyntaxNode, byType);
  const syntax: Syntax = {
    find: (...types) =>
      types.flatMap((type) => byType.get(type) ?? []).sort((one, other) => one.start - other.start),
    comments,
    locate: (offset) => `${file.path}:${countLines(file.text, offset)}`,
  };
  parsed.set(file, syntax);
  return syntax;
}

function collect(node: SyntaxNode, byType: Map<string, SyntaxNode[]>): void {
  const same = byType.get(node.type);
  if (same === undefined) {
    byType.set(node.type, [node]);
  } else {
    same.push(node);
  }
  for (const field of Object.keys(node)) {
    const value = node[field];
    if (Array.isArray(value)) {
      for (const one of value) {
        adopt(node, one, byType);
      }
    } else {
      adopt(node, value, byType);
    }
  }
}

function adopt(parent: SyntaxNode, value: unknown, byType: Map<string, SyntaxNode[]>): void {
  if (isNode(value)) {
    collect(value, byType);
    value.parent = parent;
  }
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** Returns the node in a field, or undefined if the field has another value. */
export function getNode(node: SyntaxNode | undefined, field: string): SyntaxNode | undefined {
  const value = node?.[field];
  return isNode(value) ? value : undefined;
}

/** Returns the nodes in a list field. */
export function getNodes(node: SyntaxNode | undefined, field: string): SyntaxNode[] {
  const value = node?.[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** Returns the text of a name or of a string literal; "" for every other node. */
export function getText(node: SyntaxNode | undefined): string {
  if (node?.type === "Identifier" || node?.type === "PrivateIdentifier") {
    return String(node["name"]);
  }
  return node?.type === "Literal" && typeof node["value"] === "string" ? node["value"] : "";
}

/** Returns the ancestors of a node, the nearest first. */
export function listAncestors(node: SyntaxNode): SyntaxNode[] {
  const ancestors: SyntaxNode[] = [];
  for (let at = node.parent; at !== undefined; at = at.parent) {
    ancestors.push(at);
  }
  return ancestors;
}

function countLines(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
