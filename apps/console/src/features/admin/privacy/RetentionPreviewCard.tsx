import { useMemo } from "react";
import { useLocale, useTranslations } from "use-intl";

import type { RetentionPreview } from "@linedesk/contract";
import { createTimeFormats } from "../../../ui/time/time-formats.ts";

import styles from "../Admin.module.css";

export function RetentionPreviewCard({ items }: { items: readonly RetentionPreview[] }) {
  const t = useTranslations("privacy");
  const locale = useLocale();
  const formats = useMemo(() => createTimeFormats(locale), [locale]);
  if (items.length === 0) {
    return <output>{t("previewNothing")}</output>;
  }
  return (
    <output>
      <table className={styles["table"]} aria-label={t("previewTitle")}>
        <tbody>
          {items.map(({ kind, rows, oldest }) => (
            <tr key={kind}>
              <th scope="row">{t(`kind.${kind}`)}</th>
              <td>
                {t("previewRow", {
                  count: rows,
                  day: oldest === null ? "" : formats.full(Date.parse(oldest)),
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </output>
  );
}
