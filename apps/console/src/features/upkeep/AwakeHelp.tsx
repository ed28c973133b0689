import { useTranslations } from "use-intl";

import styles from "./AwakeHelp.module.css";

const browsers = ["chrome", "edge", "firefox", "safari"] as const;
const policies = [
  { browser: "chrome", name: "TabDiscardingExceptions" },
  { browser: "edge", name: "SleepingTabsBlockedForUrls" },
] as const;

export function AwakeHelp({ site }: { site: string }) {
  const t = useTranslations("upkeep.awake");
  return (
    <div className={styles["help"]}>
      <p>{t("why")}</p>
      <p>{t("already")}</p>
      <h2>{t("browsers")}</h2>
      <dl>
        {browsers.map((browser) => (
          <div key={browser}>
            <dt>{t(`name.${browser}`)}</dt>
            <dd>{t(`how.${browser}`, { site })}</dd>
          </div>
        ))}
      </dl>
      <h2>{t("admins")}</h2>
      <p>{t("policy")}</p>
      <ul>
        {policies.map(({ browser, name }) => (
          <li key={name}>
            {t(`name.${browser}`)} <kbd>{`${name}: ["${site}"]`}</kbd>
          </li>
        ))}
      </ul>
      <p>{t("machine")}</p>
    </div>
  );
}
