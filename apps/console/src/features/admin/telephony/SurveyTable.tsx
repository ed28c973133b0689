import { useTranslations } from "use-intl";

import type { AccountSurvey } from "@linedesk/contract";
import { DataTable } from "../table/DataTable.tsx";

import styles from "../Admin.module.css";

/** What Linedesk would change at an account: each number before and after. */
export function SurveyTable({ survey: { name, numbers, missing } }: { survey: AccountSurvey }) {
  const t = useTranslations("telephony.account");
  type Surveyed = AccountSurvey["numbers"][number];
  const readLine = ({ line }: Surveyed) => line ?? t("noLine");
  const readBefore = ({ before }: Surveyed) => before ?? t("nowhere");
  const readAfter = ({ before, after }: Surveyed) =>
    before === after ? t("unchanged") : (after ?? t("nowhere"));
  return (
    <>
      <p>{t("found", { name })}</p>
      <p className={styles["hint"]}>{t("numbers")}</p>
      <DataTable
        name="survey"
        label={t("numbers")}
        rows={numbers}
        rowKey={({ numberDisplay }) => numberDisplay}
        columns={[
          {
            id: "number",
            title: t("number"),
            by: ({ numberDisplay }) => numberDisplay,
            cell: ({ numberDisplay }) => numberDisplay,
          },
          { id: "line", title: t("line"), by: readLine, cell: readLine },
          { id: "before", title: t("before"), by: readBefore, cell: readBefore },
          { id: "after", title: t("after"), by: readAfter, cell: readAfter },
        ]}
      />
      {missing.length === 0 ? null : (
        <p className={styles["wrong"]}>{t("missing", { lines: missing.join(", ") })}</p>
      )}
      <p className={styles["hint"]}>{t("makes")}</p>
    </>
  );
}
