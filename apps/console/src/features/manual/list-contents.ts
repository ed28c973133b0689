import type { Token } from "marked";

import { toPage } from "./ManualText.tsx";
import { known, type ManualPage } from "./parse-page.ts";

export interface ManualChapter {
  heading: string;
  pages: readonly string[];
}

/** Reads the chapters and the order of their pages from the links of the contents page. */
export function listContents({ sections }: ManualPage): ManualChapter[] {
  return sections
    .map(({ heading, blocks }) => ({ heading, pages: listLinks(blocks) }))
    .filter(({ pages }) => pages.length > 0);
}

function listLinks(tokens: readonly Token[]): string[] {
  return tokens.flatMap((one) => {
    const token = known(one);
    if (token.type === "link") {
      return [toPage(token.href)];
    }
    return listLinks(
      token.type === "list" ? token.items : "tokens" in token ? (token.tokens ?? []) : [],
    );
  });
}
