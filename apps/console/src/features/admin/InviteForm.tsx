import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import { inviteMember, type Role, role } from "@linedesk/contract";
import { FormCard } from "./FormCard.tsx";
import { RoleSelect } from "./RoleSelect.tsx";
import { TextRow } from "./TextRow.tsx";
import { matching, useCheckedForm, inputOf, useControl } from "./use-checked-form.ts";
import { useStationChange } from "./use-station-details.ts";

import styles from "./Admin.module.css";

/** The check is loose, because only a delivered e-mail proves that an address exists. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

export function InviteForm({ station, own }: { station: string; own: Role }) {
  const t = useTranslations("admin");
  const change = useStationChange(station);
  const schema = z.object({ email: matching(EMAIL, t("people.emailWrong")), role });
  const form = useCheckedForm(schema, { email: "", role: "screener" as Role });
  return (
    <FormCard
      title={t("people.invite")}
      form={form}
      submit={t("people.invite")}
      send={async ({ email, role: chosen }) => {
        const body = { email: email.trim(), role: chosen };
        await change((http) => http.call(inviteMember, { params: { id: station }, body }));
      }}
    >
      <div className={styles["pair"]}>
        <TextRow
          label={t("people.email")}
          hint={t("people.emailHint")}
          type="email"
          maxLength={254}
          {...inputOf(form, "email")}
        />
        <div className={styles["row"]}>
          <span>{t("people.role")}</span>
          <RoleSelect label={t("people.role")} own={own} {...useControl(form, "role")} />
        </div>
      </div>
    </FormCard>
  );
}
