import { useTranslations } from "use-intl";

import { Button } from "../../../ui/Button.tsx";
import type { NewSecret } from "./use-integrations.ts";

import styles from "../Admin.module.css";

interface SecretCardProps {
  secret: NewSecret;
  close: () => void;
}

export function SecretCard({ secret: { integration, secret }, close }: SecretCardProps) {
  const t = useTranslations("integrations");
  const { id, kind, name } = integration;
  const address = new URL(`api/now_playing/${id}`, window.location.origin).href;
  return (
    <section className={styles["card"]} aria-label={t("secretTitle", { name })}>
      <h3>{t("secretTitle", { name })}</h3>
      <output>{t("secretWords")}</output>
      {kind === "now_playing" ? (
        <>
          <span>{t("inputAddress")}</span>
          <code className={styles["secret"]}>{address}</code>
          <span>{t("inputKey")}</span>
          <code className={styles["secret"]}>{`Authorization: Bearer ${secret}`}</code>
        </>
      ) : (
        <code className={styles["secret"]}>{secret}</code>
      )}
      <div className={styles["buttons"]}>
        <Button onClick={close}>{t("done")}</Button>
      </div>
    </section>
  );
}
