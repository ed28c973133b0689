import { useTranslations } from "use-intl";

import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";
import type { FigureTable } from "./figure-table.ts";
import { useFigureWords } from "./use-figure-words.ts";

import styles from "./Analytics.module.css";

interface FigureRowsProps {
  table: FigureTable;
  title: string;
  /** Beside its chart, for who does not see that. */
  isHidden: boolean;
}

/** The figures as they are, all of them. */
export function FigureRows({ table, title, isHidden }: FigureRowsProps) {
  const t = useTranslations("analytics");
  const words = useFigureWords();
  const { kind, columns, rows, total } = table;
  const body = (
    <table className={styles["table"]} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{t(`of.${kind}`)}</th>
          {columns.map((one) => (
            <th key={one} scope="col">
              {t(`figure.${one}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ of, name, figures }) => (
          <tr key={of}>
            <th scope="row">
              {kind === "day" || kind === "month" ? (
                <time dateTime={of}>{words.full(kind, of, name)}</time>
              ) : (
                words.full(kind, of, name)
              )}
            </th>
            {columns.map((one) => (
              <td key={one}>{words.figure(one, figures[one])}</td>
            ))}
          </tr>
        ))}
        {total === null ? null : (
          <tr>
            <th scope="row">{t("total")}</th>
            {columns.map((one) => (
              <td key={one}>{words.figure(one, total[one])}</td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
  return isHidden ? (
    <VisuallyHidden>{body}</VisuallyHidden>
  ) : (
    <div className={styles["scroll"]}>{body}</div>
  );
}
