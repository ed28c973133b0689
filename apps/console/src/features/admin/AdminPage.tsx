import { lazy, type ReactNode, Suspense } from "react";
import { useTranslations } from "use-intl";

import type { Station } from "@linedesk/contract";
import { OverlayRoot } from "../../ui/OverlayRoot.tsx";
import { LinesSection } from "./LinesSection.tsx";
import { PeopleSection } from "./PeopleSection.tsx";
import { StationSection } from "./StationSection.tsx";

const TelephonySection = lazy(async () => {
  const loaded = await import("./telephony/TelephonySection.tsx");
  return { default: loaded.TelephonySection };
});
const BoardSection = lazy(async () => {
  const loaded = await import("./board/BoardSection.tsx");
  return { default: loaded.BoardSection };
});

import styles from "./Admin.module.css";

export const adminSections = ["station", "lines", "people", "telephony", "board"] as const;
export type AdminSection = (typeof adminSections)[number];

interface AdminPageProps {
  station: Station;
  section: AdminSection;
  /** A link of the router to a section, or to the desk. */
  link: (to: AdminSection | "desk", words: ReactNode) => ReactNode;
}

/** The admin area of one station: its sections at the left, one of them beside. */
export function AdminPage({ station, section, link }: AdminPageProps) {
  const t = useTranslations("admin");
  return (
    <div className={styles["page"]}>
      <header className={styles["bar"]}>
        <h1>{station.name}</h1>
        <span className={styles["desk"]}>{link("desk", t("desk"))}</span>
      </header>
      <nav className={styles["nav"]} aria-label={t("sections")}>
        <ul>
          {adminSections.map((one) => (
            <li key={one}>{link(one, t(`section.${one}`))}</li>
          ))}
        </ul>
      </nav>
      <main className={styles["main"]} aria-label={t(`section.${section}`)}>
        <div className={styles["section"]}>
          <div className={styles["head"]}>
            <h2>{t(`section.${section}`)}</h2>
          </div>
          <Suspense fallback={<output>{t("loading")}</output>}>
            <Section station={station} section={section} />
          </Suspense>
        </div>
        <OverlayRoot />
      </main>
    </div>
  );
}

function Section({ station, section }: Pick<AdminPageProps, "station" | "section">) {
  switch (section) {
    case "station":
      return <StationSection station={station.id} />;
    case "lines":
      return <LinesSection station={station.id} />;
    case "people":
      return <PeopleSection station={station.id} own={station.role} />;
    case "telephony":
      return <TelephonySection station={station.id} />;
    case "board":
      return <BoardSection station={station.id} />;
  }
}
