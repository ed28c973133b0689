import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import type { AccountSurvey } from "@linedesk/contract";
import { FormCard } from "../FormCard.tsx";
import { TextRow } from "../TextRow.tsx";
import { matching, useCheckedForm } from "../use-checked-form.ts";
import { SurveyTable } from "./SurveyTable.tsx";
import type { AccountChanges, AccountLogin } from "./use-account.ts";

import styles from "../Admin.module.css";

interface AccountFormProps {
  changes: Pick<AccountChanges, "survey" | "choose">;
  close: () => void;
  chosen: () => void;
}

function trimmed({ accountSid, authToken }: AccountLogin): AccountLogin {
  return { accountSid: accountSid.trim(), authToken: authToken.trim() };
}

function toSchema(sidWrong: string, tokenWrong: string) {
  return z.object({
    accountSid: matching(/^AC[0-9a-fA-F]{32}$/, sidWrong),
    authToken: matching(/^.{16,}$/, tokenWrong),
  });
}

/** An account is looked at first; what would be changed there is shown before it is. */
export function AccountForm({ changes, close, chosen }: AccountFormProps) {
  const t = useTranslations("telephony.account");
  const schema = toSchema(t("sidWrong"), t("tokenWrong"));
  const form = useCheckedForm(schema, { accountSid: "", authToken: "" });
  const [survey, setSurvey] = useState<AccountSurvey | null>(null);
  return (
    <FormCard
      title={t("title")}
      form={form}
      first="accountSid"
      close={close}
      submit={survey === null ? t("look") : t("choose")}
      send={async (fields) => {
        const login = trimmed(fields);
        if (survey === null) {
          setSurvey(await changes.survey(login));
          return "open";
        }
        await changes.choose(login, survey);
        chosen();
        return undefined;
      }}
    >
      <AccountInputs form={form} changed={() => setSurvey(null)} />
      {survey === null ? (
        <p className={styles["hint"]}>{t("lookHint")}</p>
      ) : (
        <SurveyTable survey={survey} />
      )}
    </FormCard>
  );
}

interface AccountInputsProps {
  form: UseFormReturn<AccountLogin>;
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
        {...register("accountSid", { onChange: changed })}
      />
      <TextRow
        label={t("token")}
        hint={t("tokenHint")}
        wrong={formState.errors.authToken?.message}
        type="password"
        autoComplete="new-password"
        maxLength={128}
        {...register("authToken", { onChange: changed })}
      />
    </div>
  );
}
