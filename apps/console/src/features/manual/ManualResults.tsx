import { useTranslations } from "use-intl";

import type { PageParts } from "./ManualText.tsx";
import { type ManualHit, splitWords } from "./search-manual.ts";
import { splitHits } from "./split-hits.ts";

interface ManualResultsProps {
  find: string;
  hits: readonly ManualHit[];
  link: PageParts["link"];
}

export function ManualResults({ find, hits, link }: ManualResultsProps) {
  const t = useTranslations("manual");
  const words = splitWords(find);
  return (
    <article>
      <h1>{t("results", { find })}</h1>
      <output>
        {hits.length === 0 ? t("nothing", { find }) : t("count", { count: hits.length })}
      </output>
      <ol>
        {hits.map(({ path, title, heading, id, sentence }) => (
          <li key={`${path}#${id}`}>
            {link(path, heading === "" ? title : `${title}: ${heading}`, id)}
            <p>
              {splitHits(sentence, words).map(({ text, isHit }, at) =>
                isHit ? <mark key={at}>{text}</mark> : text,
              )}
            </p>
          </li>
        ))}
      </ol>
    </article>
  );
}
