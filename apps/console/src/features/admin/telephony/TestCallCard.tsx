import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import { placeTestCall, readTestCall } from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../../client/failures/describe-failure.ts";
import { FormCard } from "../FormCard.tsx";
import { TextRow } from "../TextRow.tsx";
import { numberWanted, useCheckedForm, inputOf } from "../use-checked-form.ts";

import styles from "../Admin.module.css";

/** The page reads the state of a test call at this interval. The call takes a minute or two. */
const FOLLOW_EVERY_MS = 1_000;

export function TestCallCard({ station }: { station: string }) {
  const t = useTranslations("telephony");
  const admin = useTranslations("admin");
  const { http } = useConsole();
  const schema = z.object({ number: numberWanted(admin("numberWrong")) });
  const form = useCheckedForm(schema, { number: "" });
  const placed = useMutation({
    mutationFn: (number: string) =>
      http.call(placeTestCall, { params: { id: station }, body: { number } }),
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
  return (
    <FormCard
      title={t("call")}
      form={form}
      submit={t("ring")}
      send={async (fields) => {
        await placed.mutateAsync(fields.number.trim());
        return "kept";
      }}
    >
      <TextRow
        label={t("number")}
        hint={t("callHint")}
        inputMode="tel"
        maxLength={32}
        {...inputOf(form, "number")}
      />
      <output className={styles["state"]}>
        {followed.error === null ? "" : describeFailure(followed.error).words}
        {followed.data === undefined ? "" : t(`status.${followed.data.status}`)}
      </output>
    </FormCard>
  );
}
