import { Lexer, type MarkedToken, type Token } from "marked";

/** A part of a page under one heading; the first part has none. */
export interface ManualSection {
  heading: string;
  /** The id of the heading in the page's address. */
  id: string;
  blocks: readonly MarkedToken[];
  sentences: readonly string[];
}

export interface ManualPage {
  path: string;
  title: string;
  sections: readonly ManualSection[];
}

/** Reads the Markdown of a page, which begins with its title. */
export function parsePage(path: string, text: string): ManualPage {
  const page = { path, title: "", sections: [startSection("")] };
  for (const token of Lexer.lex(text).map(known)) {
    if (token.type === "heading" && token.depth === 1) {
      page.title = readText(token);
    } else if (token.type === "heading") {
      page.sections.push(startSection(readText(token)));
    } else if (token.type !== "space") {
      const section = page.sections.at(-1);
      section?.blocks.push(token);
      section?.sentences.push(...splitSentences(token));
    }
  }
  return page;
}

/** The lexer has no extensions, so each of its tokens has a built-in type. */
export function known(token: Token): MarkedToken {
  return token as MarkedToken;
}

interface OpenSection extends ManualSection {
  blocks: MarkedToken[];
  sentences: string[];
}

function startSection(heading: string): OpenSection {
  return { heading, id: toId(heading), blocks: [], sentences: [] };
}

/** Removes accents from letters, so that every browser shows the address without escapes. */
function toId(heading: string): string {
  const plain = heading.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
}

/** Returns the text of a token as a reader sees it; for a picture, its description. */
function readText(token: MarkedToken): string {
  if ("tokens" in token && token.tokens !== undefined) {
    return token.tokens.map((one) => readText(known(one))).join("");
  }
  return "text" in token ? token.text : "";
}

function splitSentences(block: MarkedToken): string[] {
  return block.type === "list"
    ? block.items.flatMap(({ tokens }) => tokens.flatMap((one) => splitSentences(known(one))))
    : readText(block)
        .split(/(?<=[.!?])\s+/u)
        .filter(Boolean);
}
