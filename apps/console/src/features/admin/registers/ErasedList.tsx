import { useTranslations } from "use-intl";

import type { ErasureProof } from "@linedesk/contract";
import { registerMessages } from "./register-messages.ts";

import styles from "../Admin.module.css";
type Kind = keyof typeof registerMessages.callers.kinds;

function isKind(kind: string): kind is Kind {
  return kind in registerMessages.callers.kinds;
}

export function ErasedList({ erased }: Pick<ErasureProof, "erased">) {
  const t = useTranslations("registers.callers");
  if (erased.length === 0) {
    return <p>{t("nothing")}</p>;
  }
  return (
    <table className={styles["table"]}>
      <thead>
        <tr>
          <th scope="col">{t("what")}</th>
          <th scope="col">{t("count")}</th>
        </tr>
      </thead>
      <tbody>
        {erased.map(({ kind, count }) => (
          <tr key={kind}>
            <td>{isKind(kind) ? t(`kinds.${kind}`) : t("texts", { where: kind })}</td>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
