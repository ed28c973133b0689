import { lazy, type ReactNode, Suspense } from "react";
import { useTranslations } from "use-intl";

import type { Station } from "@linedesk/contract";
import { OverlayRoot } from "../../ui/OverlayRoot.tsx";
import { LinesSection } from "./LinesSection.tsx";
import { PeopleSection } from "./PeopleSection.tsx";
import { StationSection } from "./StationSection.tsx";

import styles from "./Admin.module.css";

const AudioServers = lazy(async () => ({
  default: (await import("./audio-servers/AudioServersSection.tsx")).AudioServersSection,
}));
const DevicePresets = lazy(async () => ({
  default: (await import("./device-presets/DevicePresetsSection.tsx")).DevicePresetsSection,
}));

export const adminSections = [
  "station",
  "lines",
  "people",
  "audioServers",
  "devicePresets",
] as const;
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
    case "audioServers":
      return <AudioServers station={station.id} />;
    case "devicePresets":
      return <DevicePresets station={station.id} />;
  }
}
