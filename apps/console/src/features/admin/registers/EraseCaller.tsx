import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import { eraseCaller, type ErasureProof } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { Button } from "../../../ui/Button.tsx";
import { AskDialog } from "../AskDialog.tsx";
import { FormCard } from "../FormCard.tsx";
import { TextRow } from "../TextRow.tsx";
import { given, useCheckedForm, inputOf } from "../use-checked-form.ts";
import { ErasedList } from "./ErasedList.tsx";

import styles from "../Admin.module.css";
interface EraseCallerProps {
  station: string;
  caller: { id: string; name: string };
  /** Is called when the caller no longer exists. */
  erased: () => void;
}

export function EraseCaller({ station, caller, erased }: EraseCallerProps) {
  const t = useTranslations("registers.callers");
  const schema = z.object({ reason: given(t("reasonHint")) });
  const form = useCheckedForm(schema, { reason: "" });
  const [isConfirming, setConfirming] = useState(false);
  const [trial, setTrial] = useState<ErasureProof | null>(null);
  const send = useErasure({ station, caller, erased });
  const { name } = caller;
  return (
    <FormCard
      title={t("erase")}
      form={form}
      submit={t("preview")}
      send={async ({ reason }) => {
        setTrial(await send(reason.trim(), { dryRun: true }));
        return "open";
      }}
    >
      <p>{t("eraseWords", { name })}</p>
      <TextRow
        label={t("reason")}
        hint={t("reasonHint")}
        maxLength={200}
        {...inputOf(form, "reason")}
      />
      {trial === null ? null : (
        <div>
          <strong>{t("would")}</strong>
          <ErasedList erased={trial.erased} />
          <div className={styles["buttons"]}>
            <Button
              look="danger"
              onClick={() => void form.handleSubmit(() => setConfirming(true))()}
            >
              {t("askDo")}
            </Button>
          </div>
        </div>
      )}
      <AskDialog
        open={isConfirming}
        title={t("askTitle", { name })}
        words={t("askWords")}
        doWords={t("askDo")}
        close={() => setConfirming(false)}
        run={async () => {
          await send(form.getValues("reason").trim(), { dryRun: false });
        }}
      />
    </FormCard>
  );
}

function useErasure({ station, caller, erased }: EraseCallerProps) {
  const { http } = useConsole();
  const queries = useQueryClient();
  const params = { id: station, caller: caller.id };
  return async (reason: string, { dryRun }: { dryRun: boolean }): Promise<ErasureProof> => {
    const { proof } = await http.call(eraseCaller, { params, body: { reason, dryRun } });
    if (!dryRun) {
      await queries.invalidateQueries({ queryKey: ["station-admin", station, "erasures"] });
      await queries.invalidateQueries({ queryKey: ["callers"] });
      erased();
    }
    return proof;
  };
}
