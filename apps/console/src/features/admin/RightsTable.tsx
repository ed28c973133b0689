import { useTranslations } from "use-intl";

import { may, type Permission, permissions, roles } from "@linedesk/contract";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";

import styles from "./Admin.module.css";

const permissionNames = Object.keys(permissions) as Permission[];

export function RightsTable() {
  const t = useTranslations("admin");
  return (
    <div className={styles["card"]}>
      <h3>{t("people.may")}</h3>
      <div className={styles["scroll"]}>
        <table className={`${styles["table"]} ${styles["rights"]}`}>
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>{t("people.may")}</VisuallyHidden>
              </th>
              {roles.map((one) => (
                <th key={one} scope="col">
                  {t(`roles.${one}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {permissionNames.map((permission) => (
              <tr key={permission}>
                <th scope="row">{t(`permission.${permission}`)}</th>
                {roles.map((one) => (
                  <td
                    key={one}
                    data-title={t(`roles.${one}`)}
                    data-may={may(one, permission) || undefined}
                  >
                    {t(may(one, permission) ? "people.yes" : "people.no")}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
