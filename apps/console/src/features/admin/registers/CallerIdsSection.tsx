import { useState } from "react";
import { useTranslations } from "use-intl";

import {
  removeCallerId,
  showCallerId,
  type StationCallerId,
  verifyCallerId,
} from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { Button } from "../../../ui/Button.tsx";
import { AskAbout } from "../AskAbout.tsx";
import { SectionState } from "../SectionState.tsx";
import { ListCard, RowButtons } from "../table/ListCard.tsx";
import type { DataColumn } from "../table/use-data-rows.ts";
import { useRefusableChange } from "../use-station-details.ts";
import { useCallerIds } from "./use-flag-details.ts";
import { VerifyForm } from "./VerifyForm.tsx";

import styles from "../Admin.module.css";
import own from "./Registers.module.css";

export function CallerIdsSection({ station }: { station: string }) {
  const fetched = useCallerIds(station);
  if (fetched.status !== "loaded") {
    return <SectionState fetched={fetched} />;
  }
  return (
    <div className={styles["section"]}>
      <CodeCards callerIds={fetched.data} />
      <CallerIdCard station={station} callerIds={fetched.data} />
      <VerifyForm station={station} />
    </div>
  );
}

export function CodeCards({ callerIds }: { callerIds: readonly StationCallerId[] }) {
  const t = useTranslations("registers.callerIds");
  return callerIds.map(({ id, code, numberDisplay }) =>
    code === null ? null : (
      <output key={id} className={styles["card"]}>
        <span>{t("code", { number: numberDisplay })}</span>
        <strong className={own["code"]}>{code}</strong>
      </output>
    ),
  );
}

interface CallerIdCardProps {
  station: string;
  callerIds: readonly StationCallerId[];
}

export function CallerIdCard({ station, callerIds }: CallerIdCardProps) {
  const t = useTranslations("registers.callerIds");
  const admin = useTranslations("admin");
  const { http } = useConsole();
  const [removed, setRemoved] = useState<StationCallerId | null>(null);
  const { refused, run } = useActions(station, callerIds);
  return (
    <>
      <ListCard
        name="callerIds"
        label={admin("section.callerIds")}
        empty={{ title: t("empty"), words: t("emptyWords") }}
        rows={callerIds}
        rowKey={({ id }) => id}
        columns={useCallerIdColumns()}
        refused={refused}
        actions={{
          title: t("show"),
          cell: (one) => (
            <CallerIdButtons callerId={one} run={run} remove={() => setRemoved(one)} />
          ),
        }}
      />
      <AskAbout
        station={station}
        about={removed}
        question={({ numberDisplay: number }) => ({
          title: t("removeTitle", { number }),
          words: t("removeWords"),
          doWords: t("removeDo"),
        })}
        close={() => setRemoved(null)}
        run={({ id: callerId }) => http.call(removeCallerId, { params: { id: station, callerId } })}
      />
    </>
  );
}

function useCallerIdColumns(): DataColumn<StationCallerId>[] {
  const t = useTranslations("registers.callerIds");
  return [
    { id: "name", title: t("name"), by: ({ name }) => name, cell: ({ name }) => name },
    { id: "number", title: t("number"), by: ({ numberDisplay }) => numberDisplay },
    {
      id: "state",
      title: t("state"),
      by: ({ state }) => t(`states.${state}`),
      cell: ({ state, inUse }) => (
        <>
          {t(`states.${state}`)}
          {inUse ? <span className={styles["quiet"]}>{t("shown")}</span> : null}
        </>
      ),
    },
  ];
}

type Action = "again" | "show" | "hide";

function useActions(station: string, callerIds: readonly StationCallerId[]) {
  const { refused, run } = useRefusableChange(station);
  function act(action: Action, { id, number, name }: StationCallerId) {
    const params = { id: station, callerId: id };
    const seen = { shown: callerIds.find(({ inUse }) => inUse)?.number ?? null };
    return run((http) =>
      action === "again"
        ? http.call(verifyCallerId, { body: { station, number, name } })
        : http.call(showCallerId, { params, body: { inUse: action === "show", seen } }),
    );
  }
  return { refused, run: act };
}

interface CallerIdButtonsProps {
  callerId: StationCallerId;
  run: (action: Action, callerId: StationCallerId) => Promise<void>;
  remove: () => void;
}

function CallerIdButtons({ callerId, run, remove }: CallerIdButtonsProps) {
  const t = useTranslations("registers.callerIds");
  const { numberDisplay: number, state, inUse } = callerId;
  return (
    <>
      {state === "failed" ? (
        <Button aria-label={t("againOf", { number })} onClick={() => void run("again", callerId)}>
          {t("again")}
        </Button>
      ) : null}
      {state === "verified" && !inUse ? (
        <Button aria-label={t("showOf", { number })} onClick={() => void run("show", callerId)}>
          {t("show")}
        </Button>
      ) : null}
      {inUse ? <Button onClick={() => void run("hide", callerId)}>{t("hide")}</Button> : null}{" "}
      <RowButtons name={number} remove={remove} />
    </>
  );
}
