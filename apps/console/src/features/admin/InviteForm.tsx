import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslations } from "use-intl";

import { inviteMember, type Role } from "@linedesk/contract";
import { useConsole } from "../../client/ConsoleProvider.tsx";
import { FormFoot } from "./FormFoot.tsx";
import { RoleSelect } from "./RoleSelect.tsx";
import { TextRow } from "./TextRow.tsx";
import { useSave } from "./use-save.ts";
import { useRefresh } from "./use-station-details.ts";

import styles from "./Admin.module.css";

interface InviteFormProps {
  station: string;
  own: Role;
}

/** A role for an e-mail address, whoever signs in with it [AD23]. */
export function InviteForm({ station, own }: InviteFormProps) {
  const t = useTranslations("admin");
  const { http } = useConsole();
  const refresh = useRefresh(station);
  const form = useForm<{ email: string }>({ defaultValues: { email: "" }, mode: "onSubmit" });
  const [role, setRole] = useState<Role>("screener");
  const saving = useSave(form.setError);
  const submit = form.handleSubmit(({ email }) =>
    saving.run(async () => {
      await http.call(inviteMember, {
        params: { id: station },
        body: { email: email.trim(), role },
      });
      form.reset();
      await refresh();
    }),
  );
  return (
    <form
      className={styles["card"]}
      aria-label={t("people.invite")}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <h3>{t("people.invite")}</h3>
      <div className={styles["pair"]}>
        <TextRow
          label={t("people.email")}
          hint={t("people.emailHint")}
          wrong={form.formState.errors.email?.message}
          type="email"
          maxLength={254}
          {...form.register("email", {
            validate: (text) => text.trim() !== "" || t("station.needed"),
          })}
        />
        <div className={styles["row"]}>
          <span>{t("people.role")}</span>
          <RoleSelect label={t("people.role")} value={role} own={own} onChange={setRole} />
        </div>
      </div>
      <FormFoot saving={saving} state="clean" cancel={null} submit={t("people.invite")} />
    </form>
  );
}
