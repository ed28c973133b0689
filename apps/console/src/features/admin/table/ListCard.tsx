import type { ReactNode } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { DataTable, type DataTableProps } from "./DataTable.tsx";

import styles from "../Admin.module.css";

interface ListCardProps<Row extends object> extends DataTableProps<Row> {
  empty: { title: string; words: string };
  refused?: string | null;
  children?: ReactNode;
}

export function ListCard<Row extends object>(props: ListCardProps<Row>) {
  const { empty, refused = null, children, ...table } = props;
  const isEmpty = table.rows.length === 0;
  const actions =
    children === undefined ? null : <div className={styles["buttons"]}>{children}</div>;
  return (
    <div className={styles["card"]}>
      {isEmpty ? (
        <EmptyState title={empty.title}>
          {empty.words}
          {actions}
        </EmptyState>
      ) : (
        <DataTable {...table} />
      )}
      {refused === null ? null : <output className={styles["refused"]}>{refused}</output>}
      {isEmpty ? null : actions}
    </div>
  );
}

interface RowButtonsProps {
  /** The row's name, which screen readers read with the button. */
  name: string;
  edit?: (() => void) | null;
  remove?: (() => void) | null;
}

export function RowButtons({ name, edit = null, remove = null }: RowButtonsProps) {
  const t = useTranslations("admin");
  return (
    <>
      {edit === null ? null : (
        <Button aria-label={t("editOf", { name })} onClick={edit}>
          {t("edit")}
        </Button>
      )}{" "}
      {remove === null ? null : (
        <Button look="quiet" aria-label={t("removeOf", { name })} onClick={remove}>
          {t("remove")}
        </Button>
      )}
    </>
  );
}
