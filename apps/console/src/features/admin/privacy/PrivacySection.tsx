import { useTranslations } from "use-intl";

import { SectionState } from "../SectionState.tsx";
import { MaskingForm } from "./MaskingForm.tsx";
import { NumberExport } from "./NumberExport.tsx";
import { PrivacyForm } from "./PrivacyForm.tsx";
import { usePrivacy, usePrivacyChanges } from "./use-privacy.ts";

import styles from "../Admin.module.css";

/** How long data is stored, who sees numbers, and what is stored of one [AD70] [AD73] [AD102]. */
export function PrivacySection({ station }: { station: string }) {
  const t = useTranslations("privacy");
  const fetched = usePrivacy(station);
  const changes = usePrivacyChanges(station);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  return (
    <div className={styles["section"]}>
      <PrivacyForm privacy={fetched.data} changes={changes} />
      <MaskingForm privacy={fetched.data} save={changes.save} />
      <NumberExport take={changes.takeNumber} />
      <section className={styles["card"]} aria-label={t("consent")}>
        <h3>{t("consent")}</h3>
        <span>{t("consentWords")}</span>
      </section>
    </div>
  );
}
