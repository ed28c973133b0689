import { type ReactNode, type RefObject, useEffect, useRef } from "react";

import { ManualText, type PageParts } from "./ManualText.tsx";
import type { ManualPage } from "./parse-page.ts";

interface ManualArticleProps {
  page: ManualPage;
  parts: PageParts;
  /** The id of the heading in the address, or an empty text. */
  at: string;
  children?: ReactNode;
}

export function ManualArticle({ page, parts, at, children }: ManualArticleProps) {
  const { title, sections } = page;
  const article = useRef<HTMLElement>(null);
  useArrival(article, page, at);
  return (
    <article ref={article}>
      <h1 tabIndex={-1}>{title}</h1>
      {sections.map(({ heading, id, blocks }) => (
        <section key={id}>
          {heading === "" ? null : (
            <h2 id={id} tabIndex={-1}>
              {heading}
            </h2>
          )}
          <ManualText tokens={blocks} parts={parts} />
        </section>
      ))}
      {children}
    </article>
  );
}

/** Moves the focus to the heading that the address names, so that a screen reader starts there. */
function useArrival(article: RefObject<HTMLElement | null>, page: ManualPage, at: string): void {
  useEffect(() => {
    const heading = article.current?.querySelector<HTMLElement>(at === "" ? "h1" : `[id="${at}"]`);
    heading?.scrollIntoView();
    // While a person deletes the text of a search, the focus stays in the search field.
    if (!(document.activeElement instanceof HTMLInputElement)) {
      heading?.focus({ preventScroll: true });
    }
  }, [article, page, at]);
}
