import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslations } from "use-intl";

import type { AccountSurvey } from "@linedesk/contract";
import { FormFoot } from "../FormFoot.tsx";
import { TextRow } from "../TextRow.tsx";
import { useSave } from "../use-save.ts";
import { useUnsavedGuard } from "../use-unsaved-guard.ts";
import { SurveyTable } from "./SurveyTable.tsx";
import type { AccountChanges, AccountLogin } from "./use-account.ts";

import styles from "../Admin.module.css";

interface AccountFormProps {
  changes: Pick<AccountChanges, "survey" | "choose">;
  close: () => void;
  chosen: () => void;
}

const SID = /^AC[0-9a-fA-F]{32}$/;
const SHORTEST_TOKEN = 16;

function trimmed({ accountSid, authToken }: AccountLogin): AccountLogin {
  return { accountSid: accountSid.trim(), authToken: authToken.trim() };
}

/** An account is looked at first; what would be changed there is shown before it is. */
export function AccountForm({ changes, close, chosen }: AccountFormProps) {
  const t = useTranslations("telephony.account");
  const form = useForm<AccountLogin>({
    defaultValues: { accountSid: "", authToken: "" },
    mode: "onTouched",
  });
  const saving = useSave(form.setError);
  const [survey, setSurvey] = useState<AccountSurvey | null>(null);
  useUnsavedGuard(form.formState.isDirty);
  // It was opened to be filled in.
  const { setFocus } = form;
  useEffect(() => setFocus("accountSid"), [setFocus]);
  const submit = form.handleSubmit((fields) =>
    saving.run(async () => {
      const login = trimmed(fields);
      if (survey === null) {
        setSurvey(await changes.survey(login));
        return;
      }
      await changes.choose(login, survey);
      form.reset(fields);
      chosen();
    }),
  );
  return (
    <form
      className={styles["card"]}
      aria-label={t("title")}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <h3>{t("title")}</h3>
      <AccountInputs form={form} changed={() => setSurvey(null)} />
      {survey === null ? <p className={styles["hint"]}>{t("lookHint")}</p> : null}
      {survey === null ? null : <SurveyTable survey={survey} />}
      <FormFoot
        saving={saving}
        state="clean"
        cancel={() => {
          form.reset();
          close();
        }}
        submit={survey === null ? t("look") : t("choose")}
      />
    </form>
  );
}

interface AccountInputsProps {
  form: ReturnType<typeof useForm<AccountLogin>>;
  /** What was shown is of another account. */
  changed: () => void;
}

function AccountInputs({ form, changed }: AccountInputsProps) {
  const t = useTranslations("telephony.account");
  const { register, formState } = form;
  return (
    <div className={styles["pair"]}>
      <TextRow
        label={t("sid")}
        hint={t("sidHint")}
        wrong={formState.errors.accountSid?.message}
        maxLength={34}
        {...register("accountSid", {
          onChange: changed,
          validate: (text) => SID.test(text.trim()) || t("sidWrong"),
        })}
      />
      <TextRow
        label={t("token")}
        hint={t("tokenHint")}
        wrong={formState.errors.authToken?.message}
        type="password"
        autoComplete="new-password"
        maxLength={128}
        {...register("authToken", {
          onChange: changed,
          validate: (text) => text.trim().length >= SHORTEST_TOKEN || t("tokenWrong"),
        })}
      />
    </div>
  );
}
