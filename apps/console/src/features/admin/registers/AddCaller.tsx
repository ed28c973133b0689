import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useTranslations } from "use-intl";

import { addCaller } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { FormFoot } from "../FormFoot.tsx";
import { TextRow } from "../TextRow.tsx";
import { useSave } from "../use-save.ts";

import styles from "../Admin.module.css";

/** Somebody who has not called yet: a flag can wait for them [AD48]. */
export function AddCaller({ station }: { station: string }) {
  const t = useTranslations("registers.callers");
  const admin = useTranslations("admin");
  const { http } = useConsole();
  const queries = useQueryClient();
  const form = useForm({ defaultValues: { number: "", name: "" }, mode: "onSubmit" });
  const saving = useSave(form.setError);
  const submit = form.handleSubmit(({ number, name }) =>
    saving.run(async () => {
      const body = { number: number.trim(), name: name.trim() };
      await http.call(addCaller, { params: { id: station }, body });
      form.reset();
      await queries.invalidateQueries({ queryKey: ["callers"] });
    }),
  );
  const { errors } = form.formState;
  return (
    <form
      className={styles["card"]}
      aria-label={t("add")}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <h3>{t("add")}</h3>
      <div className={styles["pair"]}>
        <TextRow
          label={admin("lines.number")}
          hint={t("addHint")}
          wrong={errors.number?.message}
          inputMode="tel"
          maxLength={32}
          {...form.register("number", {
            validate: (text) => text.trim() !== "" || admin("station.needed"),
          })}
        />
        <TextRow
          label={admin("lines.name")}
          wrong={errors.name?.message}
          maxLength={100}
          {...form.register("name")}
        />
      </div>
      <FormFoot saving={saving} state="clean" cancel={null} submit={t("addDo")} />
    </form>
  );
}
