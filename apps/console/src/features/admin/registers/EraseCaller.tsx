import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";

import { eraseCaller, type ErasureProof } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../../client/failures/describe-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { AskDialog } from "../AskDialog.tsx";
import { TextRow } from "../TextRow.tsx";
import { useUnsavedGuard } from "../use-unsaved-guard.ts";
import { ErasedList } from "./ErasedList.tsx";

import styles from "../Admin.module.css";
import own from "./Registers.module.css";

interface EraseCallerProps {
  station: string;
  caller: { id: string; name: string };
  /** There is no such caller any more. */
  erased: () => void;
}

/** Below a caller's card: what would be erased, and then for ever [AD42] [AD47]. */
export function EraseCaller({ station, caller, erased }: EraseCallerProps) {
  const t = useTranslations("registers.callers");
  const [reason, setReason] = useState("");
  const [isConfirming, setConfirming] = useState(false);
  const { trial, refused, preview, run } = useErasure({ station, caller, erased }, reason.trim());
  const { name } = caller;
  useUnsavedGuard(reason !== "");
  const lacks = reason.trim() === "" ? t("reasonHint") : null;
  return (
    <section className={styles["card"]} aria-label={t("erase")}>
      <h3>{t("erase")}</h3>
      <p className={own["words"]}>{t("eraseWords", { name })}</p>
      <TextRow
        label={t("reason")}
        hint={t("reasonHint")}
        value={reason}
        maxLength={200}
        onChange={(event) => setReason(event.target.value)}
      />
      {trial === null ? null : (
        <div>
          <strong>{t("would")}</strong>
          <ErasedList erased={trial.erased} />
        </div>
      )}
      {refused === null ? null : <output className={styles["refused"]}>{refused}</output>}
      <div className={styles["buttons"]}>
        <Button disabledReason={lacks} onClick={() => void preview()}>
          {t("preview")}
        </Button>
        {trial === null ? null : (
          <Button look="danger" disabledReason={lacks} onClick={() => setConfirming(true)}>
            {t("askDo")}
          </Button>
        )}
      </div>
      <AskDialog
        open={isConfirming}
        title={t("askTitle", { name })}
        words={t("askWords")}
        doWords={t("askDo")}
        close={() => setConfirming(false)}
        run={run}
      />
    </section>
  );
}

function useErasure({ station, caller, erased }: EraseCallerProps, reason: string) {
  const { http } = useConsole();
  const queries = useQueryClient();
  const [trial, setTrial] = useState<ErasureProof | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  async function send(dryRun: boolean): Promise<ErasureProof> {
    const params = { id: station, caller: caller.id };
    return (await http.call(eraseCaller, { params, body: { reason, dryRun } })).proof;
  }
  async function preview() {
    setRefused(null);
    try {
      setTrial(await send(true));
    } catch (error) {
      setRefused(describeFailure(error).words);
    }
  }
  async function run() {
    await send(false);
    await queries.invalidateQueries({ queryKey: ["station-admin", station, "erasures"] });
    await queries.invalidateQueries({ queryKey: ["callers"] });
    erased();
  }
  return { trial, refused, preview, run };
}
