import { useTranslations } from "use-intl";

import type { NumberSetup } from "@linedesk/contract";
import { DataTable } from "../table/DataTable.tsx";

import styles from "../Admin.module.css";

export function NumbersCard({ numbers }: { numbers: readonly NumberSetup[] }) {
  const t = useTranslations("telephony");
  const lines = useTranslations("admin.lines");
  function describe({ state, goesTo }: NumberSetup): string {
    switch (state) {
      case "right":
        return t("right");
      case "will_change":
        return t("willChange", { url: goesTo ?? "" });
      case "absent":
        return t("absent");
      case "not_known":
        return t("notKnown");
    }
  }
  const readNumber = ({ numberDisplay }: NumberSetup) => numberDisplay;
  const readLine = ({ line }: NumberSetup) => line;
  return (
    <div className={styles["card"]}>
      <h3>{t("numbers")}</h3>
      <DataTable
        name="numbers"
        label={t("numbers")}
        rows={numbers}
        rowKey={readNumber}
        columns={[
          { id: "line", title: lines("name"), by: readLine },
          { id: "number", title: lines("number"), by: readNumber },
          { id: "calls", title: t("calls"), by: describe },
        ]}
      />
    </div>
  );
}
