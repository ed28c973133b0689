import { useTranslations } from "use-intl";

import { Button } from "../../../ui/Button.tsx";

import styles from "../Admin.module.css";

/** A code as the server has just made it: it is shown here and nowhere else. */
export interface NewCode {
  name: string;
  code: string;
}

export function PairingCode({ code: { name, code }, close }: { code: NewCode; close: () => void }) {
  const t = useTranslations("audioServers");
  return (
    <section className={styles["card"]} aria-label={t("code", { name })}>
      <h3>{t("code", { name })}</h3>
      <output className={styles["code"]}>{code}</output>
      <p className={styles["hint"]}>{t("codeWords", { code })}</p>
      <div className={styles["buttons"]}>
        <Button onClick={close}>{t("codeDone")}</Button>
      </div>
    </section>
  );
}
