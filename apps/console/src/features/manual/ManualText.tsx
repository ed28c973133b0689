import type { MarkedToken, Token } from "marked";
import type { ReactNode } from "react";

import { KeyCap } from "../../ui/KeyCap.tsx";
import { known } from "./parse-page.ts";

/** The parts of a page that are not in its Markdown. */
export interface PageParts {
  pictures: ReadonlyMap<string, string>;
  /** Draws a link to a page of the manual. */
  link: (path: string, words: ReactNode, id?: string) => ReactNode;
}

interface ManualTextProps {
  tokens: readonly Token[];
  parts: PageParts;
}

/** Draws Markdown. It shows a token of an unknown type as plain text. */
export function ManualText({ tokens, parts }: ManualTextProps) {
  // The tokens of a page never change, so their indexes identify them.
  return tokens.map((token, at) => <Piece key={at} token={known(token)} parts={parts} />);
}

interface PieceProps {
  token: MarkedToken;
  parts: PageParts;
}

function Piece({ token, parts }: PieceProps): ReactNode {
  if (token.type === "image") {
    const name = token.href.split("/").at(-1)?.replace(".png", "") ?? "";
    return <img src={parts.pictures.get(name)} alt={token.text} loading="lazy" />;
  }
  if (token.type === "codespan") {
    return <KeyCap label={token.text} />;
  }
  if (token.type === "list") {
    const List = token.ordered ? "ol" : "ul";
    return (
      <List>
        {token.items.map(({ raw, tokens }) => (
          <li key={raw}>
            <ManualText tokens={tokens} parts={parts} />
          </li>
        ))}
      </List>
    );
  }
  if (!("tokens" in token) || token.tokens === undefined) {
    return "text" in token ? token.text : token.raw;
  }
  return wrap(token, parts, <ManualText tokens={token.tokens} parts={parts} />);
}

function wrap(token: MarkedToken, { link }: PageParts, words: ReactNode): ReactNode {
  if (token.type === "paragraph") {
    return <p>{words}</p>;
  }
  if (token.type === "strong") {
    return <strong>{words}</strong>;
  }
  return token.type === "link" ? link(toPage(token.href), words) : words;
}

/** Returns `admin/lines` for `../admin/lines.md`. */
export function toPage(href: string): string {
  return href.replace(/^(?:\.\.\/)+/, "").replace(/\.md$/, "");
}
