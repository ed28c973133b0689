import { useMemo } from "react";
import { useLocale, useTranslations } from "use-intl";

import type { AuditEntry } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { createTimeFormats } from "../../../ui/time/time-formats.ts";
import { SectionSkeleton } from "../SectionSkeleton.tsx";
import { DataTable } from "../table/DataTable.tsx";
import type { DataColumn } from "../table/use-data-rows.ts";
import { listDetails } from "./list-details.ts";
import { type ActionWords, useActionWords } from "./use-action-words.ts";
import type { AuditView } from "./use-audit.ts";

import styles from "../Admin.module.css";
import own from "./AuditLog.module.css";

export function AuditLog({ entries, failed, showMore, pending }: AuditView) {
  const t = useTranslations("audit");
  if (entries === null && failed === null) {
    return <SectionSkeleton />;
  }
  if (entries === null) {
    return (
      <div className={styles["card"]}>
        <output className={styles["refused"]}>{failed}</output>
      </div>
    );
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
        <Button pending={pending} onClick={showMore}>
          {t("more")}
        </Button>
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
  const words = useActionWords();
  const time = (at: string) => formats.full(Date.parse(at));
  const readAction = ({ action }: AuditEntry) => words.action(action);
  const readActor = ({ person }: AuditEntry) => (person === null ? t("product") : person.name);
  return [
    {
      id: "when",
      title: t("when"),
      by: ({ at }) => Date.parse(at),
      words: ({ at }) => time(at),
      cell: ({ at }) => <time dateTime={at}>{time(at)}</time>,
    },
    {
      id: "who",
      title: t("who"),
      by: readActor,
      cell: (entry) => (
        <>
          {readActor(entry)}
          {entry.address === null ? null : (
            <span className={styles["quiet"]}>{t("address", { address: entry.address })}</span>
          )}
        </>
      ),
    },
    {
      id: "what",
      title: t("what"),
      by: readAction,
      cell: (entry) => <What entry={entry} words={words} time={time} />,
    },
    {
      id: "object",
      title: t("object"),
      by: ({ object }) => object.name ?? words.noun(object.type),
      cell: ({ object }) => (
        <>
          {object.name ?? words.noun(object.type)}
          {object.name === null ? null : (
            <span className={styles["quiet"]}>{words.noun(object.type)}</span>
          )}
        </>
      ),
    },
  ];
}

interface WhatProps {
  entry: AuditEntry;
  words: ActionWords;
  time: (at: string) => string;
}

function What({ entry, words, time }: WhatProps) {
  const t = useTranslations("audit");
  const action = words.action(entry.action);
  const details = listDetails(entry.details, { ...words, time });
  return (
    <>
      {action}
      {details.length === 0 ? null : (
        <details className={own["details"]}>
          <summary aria-label={t("details", { action })}>{t("show")}</summary>
          <dl>
            {details.map(({ title, value }) => (
              <div key={`${title} ${value}`}>
                <dt>{title}</dt> <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}
