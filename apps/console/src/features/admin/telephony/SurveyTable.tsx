import { useTranslations } from "use-intl";

import type { AccountSurvey } from "@linedesk/contract";

import styles from "../Admin.module.css";

/** What Linedesk would change at an account: each number before and after [AD84]. */
export function SurveyTable({ survey: { name, numbers, missing } }: { survey: AccountSurvey }) {
  const t = useTranslations("telephony.account");
  return (
    <>
      <p>{t("found", { name })}</p>
      <div className={styles["scroll"]}>
        <table className={styles["table"]}>
          <caption className={styles["hint"]}>{t("numbers")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("number")}</th>
              <th scope="col">{t("line")}</th>
              <th scope="col">{t("before")}</th>
              <th scope="col">{t("after")}</th>
            </tr>
          </thead>
          <tbody>
            {numbers.map(({ numberDisplay, line, before, after }) => (
              <tr key={numberDisplay}>
                <td>{numberDisplay}</td>
                <td>{line ?? t("noLine")}</td>
                <td className={styles["address"]}>{before ?? t("nowhere")}</td>
                <td className={styles["address"]}>
                  {before === after ? t("unchanged") : (after ?? t("nowhere"))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {missing.length === 0 ? null : (
        <p className={styles["wrong"]}>{t("missing", { lines: missing.join(", ") })}</p>
      )}
      <p className={styles["hint"]}>{t("makes")}</p>
    </>
  );
}
