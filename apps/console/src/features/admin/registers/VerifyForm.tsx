import { useForm } from "react-hook-form";
import { useTranslations } from "use-intl";

import { verifyCallerId } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { FormFoot } from "../FormFoot.tsx";
import { TextRow } from "../TextRow.tsx";
import { useSave } from "../use-save.ts";
import { useRefresh } from "../use-station-details.ts";

import styles from "../Admin.module.css";

/** A number that is phoned; its code stands above from then on [AD8]. */
export function VerifyForm({ station }: { station: string }) {
  const t = useTranslations("registers.callerIds");
  const admin = useTranslations("admin");
  const { http } = useConsole();
  const refresh = useRefresh(station);
  const form = useForm({ defaultValues: { number: "", name: "" }, mode: "onSubmit" });
  const saving = useSave(form.setError);
  const submit = form.handleSubmit(({ number, name }) =>
    saving.run(async () => {
      const label = name.trim();
      const body = { station, number: number.trim(), ...(label === "" ? {} : { name: label }) };
      await http.call(verifyCallerId, { body });
      form.reset();
      await refresh();
    }),
  );
  const { errors } = form.formState;
  return (
    <form
      className={styles["card"]}
      aria-label={t("verify")}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <h3>{t("verify")}</h3>
      <div className={styles["pair"]}>
        <TextRow
          label={t("number")}
          hint={t("numberHint")}
          wrong={errors.number?.message}
          inputMode="tel"
          maxLength={32}
          {...form.register("number", {
            validate: (text) => text.trim() !== "" || admin("station.needed"),
          })}
        />
        <TextRow
          label={t("name")}
          wrong={errors.name?.message}
          maxLength={64}
          {...form.register("name")}
        />
      </div>
      <FormFoot saving={saving} state="clean" cancel={null} submit={t("call")} />
    </form>
  );
}
