import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";

import {
  type NumberSetup,
  placeTestCall,
  readTelephony,
  readTestCall,
  testTrunk,
  type TrunkView,
} from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../../client/failures/describe-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { SectionState } from "../SectionState.tsx";
import { TextRow } from "../TextRow.tsx";

import styles from "../Admin.module.css";

/** A test call is over within a minute or two. */
const FOLLOW_EVERY_MS = 1_000;

/** The telephony in force, and how it is tried [AD31]. */
export function TelephonySection({ station }: { station: string }) {
  const t = useTranslations("telephony");
  const { http } = useConsole();
  const { data, error, refetch } = useQuery({
    queryKey: ["telephony", station],
    queryFn: ({ signal }) => http.call(readTelephony, { params: { id: station }, signal }),
  });
  if (data === undefined) {
    const failed = { status: "failed", retry: () => void refetch() } as const;
    return (
      <SectionState
        fetched={
          error === null
            ? { status: "loading" }
            : { ...failed, words: describeFailure(error).words }
        }
      />
    );
  }
  const isOurs = data.kind === "exchange";
  return (
    <>
      <div className={styles["card"]}>
        <h3>{isOurs ? t("exchange") : t("twilio", { account: data.account })}</h3>
        {isOurs ? (
          <p className={styles["hint"]}>
            {data.sip === null ? t("away") : t("sip", { address: data.sip })}
          </p>
        ) : null}
        <p className={styles["hint"]}>{t("settings")}</p>
      </div>
      {isOurs ? <Trunks station={station} trunks={data.trunks} /> : null}
      <Numbers numbers={data.numbers} />
      <TestCall station={station} />
    </>
  );
}

function Trunks({ station, trunks }: { station: string; trunks: readonly TrunkView[] }) {
  const t = useTranslations("telephony");
  return (
    <div className={styles["card"]}>
      <h3>{t("trunks")}</h3>
      {trunks.length === 0 ? <p className={styles["hint"]}>{t("noTrunks")}</p> : null}
      {trunks.map((trunk) => (
        <TrunkRow key={trunk.sid} station={station} trunk={trunk} />
      ))}
    </div>
  );
}

function TrunkRow({ station, trunk }: { station: string; trunk: TrunkView }) {
  const t = useTranslations("telephony");
  const { http } = useConsole();
  const test = useMutation({
    mutationFn: () => http.call(testTrunk, { params: { id: station, trunk: trunk.sid } }),
  });
  const { registered } = trunk;
  const state =
    registered === null ? "noRegister" : registered ? "registered" : ("notRegistered" as const);
  return (
    <div className={styles["buttons"]}>
      <span>
        <strong>{trunk.name}</strong>{" "}
        <span className={styles["quiet"]}>
          {trunk.hosts.join(", ")} · {t(state)}
        </span>
      </span>
      <Button pending={test.isPending} onClick={() => test.mutate()}>
        {t("test", { name: trunk.name })}
      </Button>
      <output className={styles["state"]}>
        {test.error === null ? "" : describeFailure(test.error).words}
        {test.data === undefined ? "" : t(test.data.answers ? "answered" : "silent")}{" "}
        <Register status={test.data?.registerStatus ?? null} />
      </output>
    </div>
  );
}

/** What the registrar said; nothing where we register nowhere. */
function Register({ status }: { status: number | null }) {
  const t = useTranslations("telephony");
  if (status === null) {
    return null;
  }
  if (status === 0) {
    return t("registerSilent");
  }
  return status < 300 ? t("registerOk") : t("registerRefused", { code: String(status) });
}

function Numbers({ numbers }: { numbers: readonly NumberSetup[] }) {
  const t = useTranslations("telephony");
  function describe({ state, goesTo }: NumberSetup): string {
    switch (state) {
      case "right":
        return t("right");
      case "will_change":
        return t("willChange", { url: goesTo ?? "" });
      case "absent":
        return t("absent");
      case "not_known":
        return t("notKnown");
    }
  }
  return (
    <div className={styles["card"]}>
      <h3>{t("numbers")}</h3>
      <ul>
        {numbers.map((number) => (
          <li key={number.numberDisplay}>
            {number.line} {number.numberDisplay}
            <span className={styles["quiet"]}>{describe(number)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function TestCall({ station }: { station: string }) {
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
