import { useMemo } from "react";
import { useLocale, useTranslations } from "use-intl";

import type { AuditEntry } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { createTimeFormats } from "../../../ui/time/time-formats.ts";
import type { AuditView } from "./use-audit.ts";

import styles from "../Admin.module.css";
import own from "./AuditLog.module.css";

/** Entries, newest first, each with its details. */
export function AuditLog({ entries, failed, showMore, pending }: AuditView) {
  const t = useTranslations("audit");
  const admin = useTranslations("admin");
  if (entries === null) {
    return <output>{failed ?? admin("loading")}</output>;
  }
  if (entries.length === 0) {
    return (
      <div className={styles["card"]}>
        <EmptyState title={t("none")}>{t("noneWords")}</EmptyState>
      </div>
    );
  }
  return (
    <div className={styles["card"]}>
      <AuditTable entries={entries} />
      <div className={styles["buttons"]}>
        {showMore === null ? null : (
          <Button pending={pending} onClick={showMore}>
            {t("more")}
          </Button>
        )}
        <output className={styles["state"]}>{t("count", { count: entries.length })}</output>
      </div>
      {failed === null ? null : <output className={styles["refused"]}>{failed}</output>}
    </div>
  );
}

function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useTranslations("audit");
  const locale = useLocale();
  const formats = useMemo(() => createTimeFormats(locale), [locale]);
  return (
    <div className={styles["scroll"]}>
      <table className={`${styles["table"]} ${own["log"]}`}>
        <thead>
          <tr>
            <th scope="col">{t("when")}</th>
            <th scope="col">{t("who")}</th>
            <th scope="col">{t("what")}</th>
            <th scope="col">{t("object")}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} when={formats.full(Date.parse(entry.at))} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AuditRow({ entry, when }: { entry: AuditEntry; when: string }) {
  const t = useTranslations("audit");
  const { person, object, address, details } = entry;
  // `line.changed` reads as it is meant.
  const action = entry.action.replaceAll(/[._]/g, " ");
  const hasDetails = Object.keys(details).length > 0;
  return (
    <tr>
      <td>
        <time dateTime={entry.at}>{when}</time>
      </td>
      <td>
        {person === null ? t("product") : person.name}
        {address === null ? null : (
          <span className={styles["quiet"]}>{t("address", { address })}</span>
        )}
      </td>
      <td>
        {action}
        {hasDetails ? (
          <details className={own["details"]}>
            <summary aria-label={t("details", { action })}>…</summary>
            <pre>{JSON.stringify(details, null, 1)}</pre>
          </details>
        ) : null}
      </td>
      <td>
        {object.name ?? object.type.replaceAll("_", " ")}
        {object.name === null ? null : (
          <span className={styles["quiet"]}>{object.type.replaceAll("_", " ")}</span>
        )}
      </td>
    </tr>
  );
}
