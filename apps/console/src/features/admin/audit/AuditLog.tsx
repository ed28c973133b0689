import { useMemo } from "react";
import { useLocale, useTranslations } from "use-intl";

import type { AuditEntry } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { createTimeFormats } from "../../../ui/time/time-formats.ts";
import type { DataColumn } from "../table/data-column.ts";
import { DataTable } from "../table/DataTable.tsx";
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
  const admin = useTranslations("admin");
  return (
    <div className={own["log"]}>
      <DataTable
        name="audit"
        label={admin("section.audit")}
        rows={entries}
        rowKey={({ id }) => id}
        columns={useAuditColumns()}
      />
    </div>
  );
}

function useAuditColumns(): DataColumn<AuditEntry>[] {
  const t = useTranslations("audit");
  const locale = useLocale();
  const formats = useMemo(() => createTimeFormats(locale), [locale]);
  const readWho = ({ person }: AuditEntry) => (person === null ? t("product") : person.name);
  return [
    {
      id: "when",
      title: t("when"),
      by: ({ at }) => Date.parse(at),
      words: ({ at }) => formats.full(Date.parse(at)),
      cell: ({ at }) => <time dateTime={at}>{formats.full(Date.parse(at))}</time>,
    },
    {
      id: "who",
      title: t("who"),
      by: readWho,
      cell: (entry) => (
        <>
          {readWho(entry)}
          {entry.address === null ? null : (
            <span className={styles["quiet"]}>{t("address", { address: entry.address })}</span>
          )}
        </>
      ),
    },
    { id: "what", title: t("what"), by: readAction, cell: (entry) => <What entry={entry} /> },
    {
      id: "object",
      title: t("object"),
      by: ({ object }) => object.name ?? readKind(object),
      cell: ({ object }) => (
        <>
          {object.name ?? readKind(object)}
          {object.name === null ? null : (
            <span className={styles["quiet"]}>{readKind(object)}</span>
          )}
        </>
      ),
    },
  ];
}

/** `line.changed` reads as it is meant. */
function readAction({ action }: AuditEntry): string {
  return action.replaceAll(/[._]/g, " ");
}

function readKind({ type }: AuditEntry["object"]): string {
  return type.replaceAll("_", " ");
}

function What({ entry }: { entry: AuditEntry }) {
  const t = useTranslations("audit");
  const action = readAction(entry);
  const hasDetails = Object.keys(entry.details).length > 0;
  return (
    <>
      {action}
      {hasDetails ? (
        <details className={own["details"]}>
          <summary aria-label={t("details", { action })}>{t("show")}</summary>
          <pre>{JSON.stringify(entry.details, null, 1)}</pre>
        </details>
      ) : null}
    </>
  );
}
