import { useTranslations } from "use-intl";

import { mayGrant, role as roleSchema, type Role, roles } from "@linedesk/contract";

import styles from "./Admin.module.css";

interface RoleSelectProps {
  label: string;
  value: Role;
  own: Role;
  onChange: (role: Role) => void;
}

export function RoleSelect({ label, value, own, onChange }: RoleSelectProps) {
  const t = useTranslations("admin.roles");
  const given = roles.filter((one) => mayGrant(own, one));
  return (
    <span className={styles["row"]}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(roleSchema.parse(event.target.value))}
      >
        {given.map((one) => (
          <option key={one} value={one}>
            {t(one)}
          </option>
        ))}
      </select>
    </span>
  );
}
