import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import type { AccountSurvey } from "@linedesk/contract";
import { FormCard } from "../FormCard.tsx";
import { DataTable } from "../table/DataTable.tsx";
import { TextRow } from "../TextRow.tsx";
import { matching, useCheckedForm, inputOf } from "../use-checked-form.ts";
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

/** Shows the survey of an account after the first submit; the second one makes the changes. */
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
  return (
    <div className={styles["pair"]}>
      <TextRow
        label={t("sid")}
        hint={t("sidHint")}
        maxLength={34}
        {...inputOf(form, "accountSid", { onChange: changed })}
      />
      <TextRow
        label={t("token")}
        hint={t("tokenHint")}
        type="password"
        autoComplete="new-password"
        maxLength={128}
        {...inputOf(form, "authToken", { onChange: changed })}
      />
    </div>
  );
}

/** Shows the changes that Linedesk would make at an account: each number before and after. */
export function SurveyTable({ survey: { name, numbers, missing } }: { survey: AccountSurvey }) {
  const t = useTranslations("telephony.account");
  type Surveyed = AccountSurvey["numbers"][number];
  const readLine = ({ line }: Surveyed) => line ?? t("noLine");
  const readBefore = ({ before }: Surveyed) => before ?? t("nowhere");
  const readAfter = ({ before, after }: Surveyed) =>
    before === after ? t("unchanged") : (after ?? t("nowhere"));
  return (
    <>
      <p>{t("found", { name })}</p>
      <p className={styles["hint"]}>{t("numbers")}</p>
      <DataTable
        name="survey"
        label={t("numbers")}
        rows={numbers}
        rowKey={({ numberDisplay }) => numberDisplay}
        columns={[
          { id: "number", title: t("number"), by: ({ numberDisplay }) => numberDisplay },
          { id: "line", title: t("line"), by: readLine },
          { id: "before", title: t("before"), by: readBefore },
          { id: "after", title: t("after"), by: readAfter },
        ]}
      />
      {missing.length === 0 ? null : (
        <p className={styles["wrong"]}>{t("missing", { lines: missing.join(", ") })}</p>
      )}
      <p className={styles["hint"]}>{t("makes")}</p>
    </>
  );
}
