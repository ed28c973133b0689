import { ArrowLeft, ChevronDown } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { useTranslations } from "use-intl";

import { OverlayRoot } from "../../ui/OverlayRoot.tsx";
import { useMedia } from "../../ui/use-media.ts";
import type { adminMessages } from "./admin-messages.ts";

import styles from "./Admin.module.css";

/** A section, as the navigation shows it. */
interface NamedSection {
  id: string;
  title: `section.${keyof typeof adminMessages.section}`;
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
}

export function AdminPage({ sections, section, top, help, children, link }: AdminPageProps) {
  const t = useTranslations("admin");
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
      </nav>
      <main className={styles["main"]} aria-label={t(section.title)}>
        <div className={styles["section"]} data-section={section.id}>
          <div className={styles["head"]}>
            <h2>{t(section.title)}</h2>
            {help}
          </div>
          <Suspense fallback={<output>{t("loading")}</output>}>{children}</Suspense>
        </div>
        <OverlayRoot />
      </main>
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
