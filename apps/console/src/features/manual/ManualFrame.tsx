import { ArrowLeft, ChevronDown, Search } from "lucide-react";
import { type ReactNode, type SyntheticEvent, useRef } from "react";
import { useTranslations } from "use-intl";

import { useMedia } from "../../ui/use-media.ts";
import type { PageParts } from "./ManualText.tsx";
import type { Manual } from "./use-manual.ts";

import styles from "./Manual.module.css";

interface ManualFrameProps {
  manual: Manual;
  /** The path of the open page, or an empty text. */
  path: string;
  find: string;
  setFind: (find: string) => void;
  /** Opens the first result of the search. */
  openFirst: () => void;
  link: PageParts["link"];
  /** Draws the link to the desk. */
  home: (words: ReactNode) => ReactNode;
  children: ReactNode;
}

export function ManualFrame(props: ManualFrameProps) {
  const { manual, path, link, home, children } = props;
  const t = useTranslations("manual");
  const main = useRef<HTMLElement>(null);
  return (
    <div className={styles["page"]}>
      <header className={styles["bar"]}>
        <button type="button" className={styles["skip"]} onClick={() => main.current?.focus()}>
          {t("skip")}
        </button>
        {home(
          <>
            <ArrowLeft size={16} aria-hidden="true" />
            {t("home")}
          </>,
        )}
        <SearchField {...props} />
      </header>
      <Contents key={path} manual={manual} link={link} />
      <main ref={main} tabIndex={-1} className={styles["main"]} aria-label={t("title")}>
        {children}
      </main>
    </div>
  );
}

function SearchField({ find, setFind, openFirst }: ManualFrameProps) {
  const t = useTranslations("manual");
  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    openFirst();
  }
  return (
    <search className={styles["search"]}>
      <form onSubmit={handleSubmit}>
        <Search size={16} aria-hidden="true" />
        <input
          type="search"
          aria-label={t("find")}
          placeholder={t("find")}
          value={find}
          maxLength={100}
          onChange={(event) => setFind(event.target.value)}
        />
      </form>
    </search>
  );
}

function Contents({ manual, link }: Pick<ManualFrameProps, "manual" | "link">) {
  const t = useTranslations("manual");
  const isNarrow = useMedia("(width < 900px)");
  const titles = new Map(manual.pages.map(({ path, title }) => [path, title]));
  const list = (
    <>
      {link("", t("contents"))}
      {manual.chapters.map(({ heading, pages }) => (
        <div key={heading}>
          <p>{heading}</p>
          <ul aria-label={heading}>
            {pages.map((path) => (
              <li key={path}>{link(path, titles.get(path) ?? path)}</li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
  return (
    <nav className={styles["nav"]} aria-label={t("contents")}>
      {isNarrow ? (
        <details>
          <summary>
            {t("contents")}
            <ChevronDown size={18} aria-hidden="true" />
          </summary>
          {list}
        </details>
      ) : (
        list
      )}
    </nav>
  );
}
