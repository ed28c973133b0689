import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import { addStation } from "@linedesk/contract";
import { useConsole } from "../../client/ConsoleProvider.tsx";
import { FormFoot } from "./FormFoot.tsx";
import { TextRow } from "./TextRow.tsx";
import { given, matching, numberWanted, useCheckedForm, inputOf } from "./use-checked-form.ts";
import { useSave } from "./use-save.ts";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";

import styles from "./Admin.module.css";

const CALL_SIGN = /^[0-9A-Za-z][0-9A-Za-z-]{1,15}$/;

/** Creates a station with a first phone line; `made` opens the telephony section of the station. */
export function FirstStation({ made }: { made: (callSign: string) => void }) {
  const t = useTranslations("admin");
  const { http } = useConsole();
  const schema = z.object({
    callSign: matching(CALL_SIGN, t("first.callSignWrong")),
    name: given(t("station.needed")),
    number: numberWanted(t("numberWrong")),
  });
  const form = useCheckedForm(schema, { callSign: "", name: "", number: "" });
  const { formState } = form;
  const saving = useSave(form.setError);
  const goOn = useContinueAfterSave(made, formState.isDirty);
  const submit = form.handleSubmit(({ callSign, name, number }) =>
    saving.run(async () => {
      const line = { name: t("first.lineName"), number: number.trim() };
      const { station } = await http.call(addStation, {
        body: { callSign: callSign.trim(), name: name.trim(), line },
      });
      goOn(station.callSign);
    }),
  );
  return (
    <form
      className={styles["first"]}
      aria-label={t("first.title")}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <p className={styles["hint"]}>{t("first.words")}</p>
      <TextRow
        label={t("first.callSign")}
        hint={t("first.callSignHint")}
        maxLength={16}
        {...inputOf(form, "callSign")}
      />
      <TextRow
        label={t("first.name")}
        hint={t("first.nameHint")}
        maxLength={100}
        {...inputOf(form, "name")}
      />
      <TextRow
        label={t("first.number")}
        hint={t("first.numberHint")}
        inputMode="tel"
        maxLength={32}
        {...inputOf(form, "number")}
      />
      <FormFoot saving={saving} cancel={null} submit={t("first.submit")} />
    </form>
  );
}

/** Shows the form as a section of the admin area, where a person adds a further station. */
export function NewStationCard({ made }: { made: (callSign: string) => void }) {
  const t = useTranslations("admin");
  return (
    <div className={styles["card"]}>
      <h3>{t("first.title")}</h3>
      <FirstStation made={made} />
    </div>
  );
}

function useContinueAfterSave(made: (callSign: string) => void, isDirty: boolean) {
  const [callSign, setCallSign] = useState<string | null>(null);
  useUnsavedGuard(isDirty && callSign === null);
  useEffect(() => {
    if (callSign !== null) {
      made(callSign);
    }
  }, [callSign, made]);
  return setCallSign;
}
