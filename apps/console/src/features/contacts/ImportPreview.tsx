import { useTranslations } from "use-intl";

import { fileEncodings, isFileEncoding } from "../../lib/decode-file.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import type { FilePreview, PreviewChange } from "./contact-files.ts";
import type { FileColumns } from "./read-csv.ts";
import { columnRoles } from "./read-head.ts";

import styles from "./PhoneBook.module.css";

interface ImportPreviewProps {
  preview: FilePreview;
  /** Corrects the encoding or the columns; `null` while no correction is possible. */
  correct: ((change: PreviewChange) => void) | null;
}

/** Shows a guessed encoding and the columns, so that the person can correct them. */
export function ImportPreview({ preview, correct }: ImportPreviewProps) {
  const t = useTranslations("contacts.import");
  const { encoding, isGuess, columns } = preview;
  return (
    <>
      {isGuess ? (
        <SelectField
          label={t("encoding")}
          value={encoding}
          options={Object.entries(fileEncodings).map(([value, label]) => ({ value, label }))}
          onChange={
            correct === null
              ? null
              : (value) => (isFileEncoding(value) ? correct({ encoding: value }) : undefined)
          }
        >
          {t("encodingHint")}
        </SelectField>
      ) : null}
      {columns === null ? null : <Columns columns={columns} correct={correct} />}
    </>
  );
}

interface ColumnsProps extends Pick<ImportPreviewProps, "correct"> {
  columns: FileColumns;
}

function Columns({ columns: { roles, head, sample, isSure }, correct }: ColumnsProps) {
  const t = useTranslations("contacts.import");
  return (
    <details open={!isSure} className={styles["lines"]}>
      <summary>{t(isSure ? "columns" : "columnsUnsure")}</summary>
      <div className={styles["columns"]}>
        {roles.map((role, column) => (
          <SelectField
            key={`${head?.[column] ?? ""} ${column}`}
            label={head?.[column] || t("column", { number: String(column + 1) })}
            value={role}
            options={columnRoles.map((value) => ({ value, label: t(`roles.${value}`) }))}
            onChange={
              correct === null
                ? null
                : (value) =>
                    correct({
                      roles: roles.map((one, at) =>
                        at === column ? (columnRoles.find((known) => known === value) ?? one) : one,
                      ),
                    })
            }
          >
            {sample
              .map((cells) => cells[column] ?? "")
              .filter((cell) => cell !== "")
              .join(" · ")}
          </SelectField>
        ))}
      </div>
    </details>
  );
}
