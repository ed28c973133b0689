import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { RefObject } from "react";
import { useTranslations } from "use-intl";

import { NARROWEST_PX, nextSort, WIDEST_PX, type TableLayoutView } from "./table-layout.ts";
import { useColumnWidth } from "./use-column-width.ts";

import styles from "./DataTable.module.css";

const sortNames = { up: "ascending", down: "descending" } as const;
const arrows = { up: ArrowUp, down: ArrowDown, none: ArrowUpDown } as const;

/** A separator that can have the focus is a widget, so it must state its value (WAI-ARIA 1.2). */
const edgeOfColumn = { tabIndex: 0, "aria-orientation": "vertical" } as const;

interface HeadCellProps {
  column: { id: string; title: string };
  isSortable: boolean;
  /** The width of the column; undefined when the browser chooses it. */
  px: number | undefined;
  view: TableLayoutView;
  head: RefObject<HTMLTableRowElement | null>;
}

export function HeadCell({ column: { id, title }, isSortable, px, view, head }: HeadCellProps) {
  const t = useTranslations("tables");
  const { layout, save } = view;
  const edge = useColumnWidth(id, view, head);
  const isMine = layout.sort?.id === id;
  const way = isMine ? (layout.sort?.desc === true ? "down" : "up") : "none";
  const Arrow = arrows[way];
  return (
    <th
      scope="col"
      aria-label={title}
      aria-sort={way === "none" ? undefined : sortNames[way]}
      data-column={id}
      style={px === undefined ? undefined : { width: px }}
    >
      {isSortable ? (
        <button
          type="button"
          className={styles["sort"]}
          data-way={way}
          onClick={() => save({ ...layout, sort: nextSort(layout.sort, id) })}
        >
          {title}
          <Arrow size={14} aria-hidden="true" />
        </button>
      ) : (
        <span className={styles["title"]}>{title}</span>
      )}
      <hr
        {...edgeOfColumn}
        aria-label={t("width", { column: title })}
        aria-valuemin={NARROWEST_PX}
        aria-valuemax={WIDEST_PX}
        aria-valuenow={px ?? NARROWEST_PX}
        aria-valuetext={px === undefined ? t("reset") : t("widthPx", { px: String(px) })}
        className={styles["edge"]}
        {...edge}
      />
    </th>
  );
}
