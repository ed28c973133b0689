import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";

import { placeTestCall, readTestCall } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../../client/failures/describe-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { TextRow } from "../TextRow.tsx";

import styles from "../Admin.module.css";

/** A test call is over within a minute or two. */
const FOLLOW_EVERY_MS = 1_000;

/** Rings a telephone and follows what becomes of it [AD31]. */
export function TestCallCard({ station }: { station: string }) {
  const t = useTranslations("telephony");
  const { http } = useConsole();
  const [number, setNumber] = useState("");
  const placed = useMutation({
    mutationFn: () => http.call(placeTestCall, { params: { id: station }, body: { number } }),
  });
  const call = placed.data?.call ?? "";
  const followed = useQuery({
    queryKey: ["telephony", station, "call", call],
    enabled: call !== "",
    queryFn: ({ signal }) => http.call(readTestCall, { params: { id: station, call }, signal }),
    refetchInterval: ({ state }) =>
      state.data === undefined || ["ringing", "in-progress"].includes(state.data.status)
        ? FOLLOW_EVERY_MS
        : false,
  });
  const error = placed.error ?? followed.error;
  return (
    <div className={styles["card"]}>
      <h3>{t("call")}</h3>
      <TextRow
        label={t("number")}
        hint={t("callHint")}
        inputMode="tel"
        maxLength={32}
        value={number}
        onChange={(event) => setNumber(event.target.value)}
      />
      <div className={styles["buttons"]}>
        <Button pending={placed.isPending} onClick={() => placed.mutate()}>
          {t("ring")}
        </Button>
        <output className={styles["state"]}>
          {error === null ? "" : describeFailure(error).words}
          {followed.data === undefined ? "" : t(`status.${followed.data.status}`)}
        </output>
      </div>
    </div>
  );
}
