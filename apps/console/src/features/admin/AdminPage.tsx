import { ArrowLeft, ChevronDown } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslations } from "use-intl";

import { may, type Station } from "@linedesk/contract";
import { OverlayRoot } from "../../ui/OverlayRoot.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { FirstStation } from "./FirstStation.tsx";

import styles from "./Admin.module.css";

const AnalyticsSection = lazy(async () => {
  const loaded = await import("./analytics/AnalyticsSection.tsx");
  return { default: loaded.AnalyticsSection };
});
const StationSection = lazy(async () => {
  const loaded = await import("./StationSection.tsx");
  return { default: loaded.StationSection };
});
const LinesSection = lazy(async () => {
  const loaded = await import("./LinesSection.tsx");
  return { default: loaded.LinesSection };
});
const PeopleSection = lazy(async () => {
  const loaded = await import("./PeopleSection.tsx");
  return { default: loaded.PeopleSection };
});
const BoardSection = lazy(async () => {
  const loaded = await import("./board/BoardSection.tsx");
  return { default: loaded.BoardSection };
});
const TelephonySection = lazy(async () => {
  const loaded = await import("./telephony/TelephonySection.tsx");
  return { default: loaded.TelephonySection };
});
const AuditSection = lazy(async () => {
  const loaded = await import("./audit/AuditSection.tsx");
  return { default: loaded.AuditSection };
});
const IntegrationsSection = lazy(async () => {
  const loaded = await import("./integrations/IntegrationsSection.tsx");
  return { default: loaded.IntegrationsSection };
});
const PrivacySection = lazy(async () => {
  const loaded = await import("./privacy/PrivacySection.tsx");
  return { default: loaded.PrivacySection };
});
const FlagsSection = lazy(async () => {
  const loaded = await import("./registers/FlagsSection.tsx");
  return { default: loaded.FlagsSection };
});
const CallerIdsSection = lazy(async () => {
  const loaded = await import("./registers/CallerIdsSection.tsx");
  return { default: loaded.CallerIdsSection };
});
const AudioServersSection = lazy(async () => {
  const loaded = await import("./audio-servers/AudioServersSection.tsx");
  return { default: loaded.AudioServersSection };
});
const DevicePresetsSection = lazy(async () => {
  const loaded = await import("./device-presets/DevicePresetsSection.tsx");
  return { default: loaded.DevicePresetsSection };
});

export const adminSections = [
  "board",
  "analytics",
  "station",
  "lines",
  "people",
  "telephony",
  "callers",
  "flags",
  "callerIds",
  "audioServers",
  "devicePresets",
  "integrations",
  "audit",
  "privacy",
] as const;
export type AdminSection = (typeof adminSections)[number];
export type AdminElsewhere = "desk" | "newStation";

interface AdminPageProps {
  station: Station;
  section: AdminSection | "newStation";
  top: ReactNode;
  /** Null for who may add no station; else goes on to the made one. */
  made: ((callSign: string) => void) | null;
  callers: ReactNode;
  link: (to: AdminSection | AdminElsewhere, words: ReactNode) => ReactNode;
}

export function AdminPage({ station, section, top, made, callers, link }: AdminPageProps) {
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
        <SectionList section={section} link={link} hasNew={made !== null} />
      </nav>
      <main className={styles["main"]} aria-label={t(`section.${section}`)}>
        <div className={styles["section"]} data-section={section}>
          <div className={styles["head"]}>
            <h2>{t(`section.${section}`)}</h2>
          </div>
          <Suspense fallback={<output>{t("loading")}</output>}>
            <Section {...{ station, section, made, callers, link }} />
          </Suspense>
        </div>
        <OverlayRoot />
      </main>
    </div>
  );
}

function SectionList({
  section,
  link,
  hasNew,
}: Pick<AdminPageProps, "section" | "link"> & { hasNew: boolean }) {
  const t = useTranslations("admin");
  const isPhone = useMedia("(width < 760px)");
  const list = (
    <ul>
      {adminSections.map((one) => (
        <li key={one}>{link(one, t(`section.${one}`))}</li>
      ))}
      {hasNew ? <li>{link("newStation", t("section.newStation"))}</li> : null}
    </ul>
  );
  return isPhone ? (
    <details key={section} className={styles["sections"]}>
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

function Section({ station, section, made, callers, link }: Omit<AdminPageProps, "top">) {
  switch (section) {
    case "newStation":
      return made === null ? null : <FirstStation made={made} />;
    case "analytics":
      return <AnalyticsSection station={station.id} />;
    case "station":
      return <StationSection station={station.id} />;
    case "lines":
      return <LinesSection station={station.id} mayVouch={may(station.role, "own")} />;
    case "people":
      return <PeopleSection station={station.id} own={station.role} />;
    case "integrations":
      return <IntegrationsSection station={station.id} mayChange={may(station.role, "own")} />;
    case "audit":
      return <AuditSection station={station.id} />;
    case "privacy":
      return <PrivacySection station={station.id} />;
    case "callers":
      return callers;
    case "flags":
      return <FlagsSection station={station.id} />;
    case "callerIds":
      return <CallerIdsSection station={station.id} />;
    case "telephony":
      return <TelephonySection station={station.id} mayChange={may(station.role, "own")} />;
    case "board":
      return <BoardSection station={station.id} link={link} />;
    case "audioServers":
      return <AudioServersSection station={station.id} />;
    case "devicePresets":
      return <DevicePresetsSection station={station.id} />;
  }
}
