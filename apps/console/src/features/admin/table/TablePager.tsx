import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "use-intl";

import { Button } from "../../../ui/Button.tsx";
import { pageSizes, type TableLayoutView } from "./table-layout.ts";
import type { DataRows } from "./use-data-rows.ts";

import styles from "./DataTable.module.css";

interface TablePagerProps {
  label: string;
  data: Pick<DataRows<object>, "from" | "total" | "shown" | "previous" | "next">;
  view: TableLayoutView;
}

export function TablePager({ label, data, view: { layout, save } }: TablePagerProps) {
  const t = useTranslations("tables");
  const { from, total, shown, previous, next } = data;
  if (total <= pageSizes[0]) {
    return null;
  }
  return (
    <nav className={styles["pager"]} aria-label={label}>
      <label className={styles["size"]}>
        {t("rows")}
        <select
          value={layout.rows}
          onChange={({ target }) => {
            const rows = pageSizes.find((size) => size === Number(target.value));
            save({ ...layout, rows: rows ?? layout.rows });
          }}
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <output>
        {t("shown", {
          from: String(from + 1),
          to: String(from + shown.length),
          total: String(total),
        })}
      </output>
      <Button
        look="quiet"
        icon={ChevronLeft}
        aria-label={t("previous")}
        aria-disabled={previous === null || undefined}
        onClick={() => previous?.()}
      />
      <Button
        look="quiet"
        icon={ChevronRight}
        aria-label={t("next")}
        aria-disabled={next === null || undefined}
        onClick={() => next?.()}
      />
    </nav>
  );
}
