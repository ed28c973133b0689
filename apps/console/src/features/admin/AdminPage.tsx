import { ArrowLeft, ChevronDown } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslations } from "use-intl";

import { OverlayRoot } from "../../ui/OverlayRoot.tsx";
import { useMedia } from "../../ui/use-media.ts";
import type { adminMessages } from "./admin-messages.ts";
import { HeadActionsContext } from "./HeadActions.tsx";
import { SaveBarProvider } from "./SaveBarProvider.tsx";
import { SectionSkeleton } from "./SectionSkeleton.tsx";

import styles from "./Admin.module.css";

/** A section, as the navigation shows it. */
interface NamedSection {
  id: string;
  title: `section.${keyof typeof adminMessages.section}`;
  /** The purpose of the section in one sentence. */
  about: `about.${keyof typeof adminMessages.about}`;
}

interface AdminPageProps {
  sections: readonly NamedSection[];
  /** The open section; the navigation shows it only when `sections` contains it. */
  section: NamedSection;
  top: ReactNode;
  /** The link to the section's page of the manual. */
  help: ReactNode;
  children: ReactNode;
  link: (to: string, words: ReactNode) => ReactNode;
  /** The version of the server in words. */
  version: ReactNode;
}

export function AdminPage(props: AdminPageProps) {
  return (
    <SaveBarProvider section={props.section.id}>
      {(bar, isSaved) => <PageAround {...props} bar={bar} isSaved={isSaved} />}
    </SaveBarProvider>
  );
}

interface PageAroundProps extends AdminPageProps {
  bar: ReactNode;
  isSaved: boolean;
}

function PageAround({
  sections,
  section,
  top,
  help,
  children,
  link,
  version,
  bar,
  isSaved,
}: PageAroundProps) {
  const t = useTranslations("admin");
  const [actions, setActions] = useState<HTMLElement | null>(null);
  return (
    <div className={styles["page"]}>
      <div className={styles["bar"]}>{top}</div>
      <nav className={styles["nav"]} aria-label={t("sections")}>
        <span className={styles["desk"]}>
          {link(
            "desk",
            <>
              <ArrowLeft size={16} aria-hidden="true" />
              {t("desk")}
            </>,
          )}
        </span>
        <SectionList sections={sections} section={section} link={link} />
        <p className={styles["version"]}>{version}</p>
      </nav>
      <main key={section.id} className={styles["main"]} aria-label={t(section.title)}>
        <div className={styles["section"]} data-section={section.id}>
          <div className={styles["head"]}>
            <div className={styles["title"]}>
              <h2>{t(section.title)}</h2>
              <p>{t(section.about)}</p>
            </div>
            <output className={styles["state"]}>{isSaved ? t("saved") : ""}</output>
            {help}
            <div ref={setActions} className={styles["buttons"]} />
          </div>
          <HeadActionsContext value={actions}>
            <Suspense fallback={<SectionSkeleton />}>{children}</Suspense>
          </HeadActionsContext>
        </div>
        <OverlayRoot />
      </main>
      {bar}
    </div>
  );
}

type SectionListProps = Pick<AdminPageProps, "sections" | "section" | "link">;

function SectionList({ sections, section, link }: SectionListProps) {
  const t = useTranslations("admin");
  const isPhone = useMedia("(width < 760px)");
  const list = (
    <ul>
      {sections.map(({ id, title }) => (
        <li key={id}>{link(id, t(title))}</li>
      ))}
    </ul>
  );
  return isPhone ? (
    <details key={section.id} className={styles["sections"]}>
      <summary>
        {t("sections")}
        <ChevronDown size={18} aria-hidden="true" />
      </summary>
      {list}
    </details>
  ) : (
    list
  );
}
