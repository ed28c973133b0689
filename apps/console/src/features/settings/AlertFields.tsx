import { useMemo, useState } from "react";
import { useTranslations } from "use-intl";

import { useConsole } from "../../client/ConsoleProvider.tsx";
import { Button } from "../../ui/Button.tsx";
import { Switch } from "../../ui/Switch.tsx";
import type { SettingsView } from "./use-settings.ts";

import styles from "./SettingsCard.module.css";

interface AlertFieldsProps {
  settings: SettingsView;
  notifications: NotificationsView;
}

export function AlertFields({ settings, notifications }: AlertFieldsProps) {
  const t = useTranslations("settings");
  const { alerts } = settings.settings;
  function toggle(key: keyof typeof alerts) {
    return (on: boolean) =>
      settings.change((now) => ({ setting: "ALERTS", value: { ...now.alerts, [key]: on } }));
  }
  return (
    <section className={styles["group"]} aria-label={t("alerts")}>
      <h3>{t("alerts")}</h3>
      <Switch checked={alerts.ring} onChange={toggle("ring")}>
        {t("alertRing")}
      </Switch>
      <Switch checked={alerts.title} onChange={toggle("title")}>
        {t("alertTitle")}
      </Switch>
      <Switch checked={alerts.badge} onChange={toggle("badge")}>
        {t("alertBadge")}
      </Switch>
      <Switch checked={alerts.desktop} onChange={toggle("desktop")}>
        {t("alertDesktop")}
      </Switch>
      {alerts.desktop ? <NotificationRight {...notifications} /> : null}
      <Switch checked={alerts.showNumber} onChange={toggle("showNumber")}>
        {t("alertNumber")}
      </Switch>
    </section>
  );
}

function NotificationRight({ permission, allow }: NotificationsView) {
  const t = useTranslations("settings");
  if (permission === "granted") {
    return null;
  }
  return (
    <div className={styles["ask"]}>
      <p className={styles["hint"]}>{t(`right.${permission}`)}</p>
      {allow === null ? null : <Button onClick={allow}>{t("allowNotifications")}</Button>}
    </div>
  );
}

export interface NotificationsView {
  permission: NotificationPermission | "unsupported";
  /** Asks for permission; `null` after an answer, or if the browser has no notifications. */
  allow: (() => void) | null;
}

export function useNotifications(): NotificationsView {
  const { notifier } = useConsole().page;
  const [permission, setPermission] = useState(notifier.permission);
  return useMemo(
    () => ({
      permission,
      allow:
        permission === "default"
          ? () => void notifier.request().finally(() => setPermission(notifier.permission()))
          : null,
    }),
    [notifier, permission],
  );
}
