import { useTranslations } from "use-intl";

import type { FoundCaller } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { useNow, useTimeFormats } from "../../../ui/time/TimeProvider.tsx";
import { RowSkeleton } from "../SectionSkeleton.tsx";
import { DataTable } from "../table/DataTable.tsx";
import type { DataColumn } from "../table/use-data-rows.ts";

import styles from "../Admin.module.css";

interface CallersTableProps {
  view: {
    find: string;
    search: (find: string) => void;
    items: readonly FoundCaller[];
    loading: boolean;
    /** Loads more callers; `null` when all are shown. */
    more: (() => void) | null;
    /** Continues a search that the server stopped after its limit; `null` otherwise. */
    continueSearch: (() => void) | null;
    failed: { words: string; retry: () => void } | null;
  };
  open: (caller: FoundCaller) => void;
}

export function CallersTable({ view, open }: CallersTableProps) {
  const t = useTranslations("registers.callers");
  const admin = useTranslations("admin");
  const { find, search, items, loading, failed } = view;
  const next = view.more ?? view.continueSearch;
  const describeCaller = useCallerName();
  const columns = useCallerColumns();
  if (failed !== null || (items.length === 0 && find === "")) {
    return (
      <section className={styles["card"]} aria-label={t("list")}>
        <NoCallers failed={failed} loading={loading} />
      </section>
    );
  }
  return (
    <section className={styles["card"]} aria-label={t("list")}>
      <DataTable
        name="callers"
        label={t("list")}
        rows={items}
        rowKey={({ id }) => id}
        columns={columns}
        search={{ words: t("find"), query: find, find: search }}
        actions={{
          title: t("open"),
          cell: (caller) => (
            <Button
              look="quiet"
              aria-label={t("openCard", { name: describeCaller(caller) })}
              onClick={() => open(caller)}
            >
              {t("open")}
            </Button>
          ),
        }}
      />
      <div className={styles["buttons"]}>
        {next === null ? null : <Button onClick={next}>{t("more")}</Button>}
        <output className={styles["state"]}>
          {loading ? admin("loading") : t("shown", { count: items.length })}
        </output>
      </div>
    </section>
  );
}

function NoCallers({ failed, loading }: Pick<CallersTableProps["view"], "failed" | "loading">) {
  const t = useTranslations("registers.callers");
  const admin = useTranslations("admin");
  if (failed !== null) {
    return (
      <EmptyState title={failed.words}>
        <Button onClick={failed.retry}>{admin("retry")}</Button>
      </EmptyState>
    );
  }
  return loading ? <RowSkeleton /> : <EmptyState title={t("none")}>{t("noneWords")}</EmptyState>;
}

function useCallerName(): (caller: FoundCaller) => string {
  const t = useTranslations("registers.callers");
  return ({ name, numbers: [first] }) => name ?? first?.numberDisplay ?? t("noName");
}

function useCallerColumns(): DataColumn<FoundCaller>[] {
  const t = useTranslations("registers.callers");
  const formats = useTimeFormats();
  const now = useNow();
  const describeCaller = useCallerName();
  const readNumbers = ({ numbers }: FoundCaller) =>
    numbers.map(({ numberDisplay }) => numberDisplay).join(", ");
  const readPlace = ({ location }: FoundCaller) => location ?? "";
  return [
    { id: "name", title: t("name"), by: describeCaller },
    { id: "numbers", title: t("numbers"), by: readNumbers },
    { id: "location", title: t("location"), by: readPlace },
    { id: "calls", title: t("calls"), by: ({ calls }) => calls, cell: ({ calls }) => calls },
    {
      id: "last",
      title: t("last"),
      by: ({ lastCallAt }) => (lastCallAt === null ? 0 : Date.parse(lastCallAt)),
      cell: ({ lastCallAt: at }) =>
        at === null ? t("never") : <time dateTime={at}>{formats.day(Date.parse(at), now)}</time>,
    },
  ];
}
