import { useState } from "react";
import { useTranslations } from "use-intl";

import {
  removeCallerId,
  showCallerId,
  type StationCallerId,
  verifyCallerId,
} from "@linedesk/contract";
import { useConsole } from "../../../client/ConsoleProvider.tsx";
import { describeFailure } from "../../../client/failures/describe-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";
import { AskDialog } from "../AskDialog.tsx";
import { SectionState } from "../SectionState.tsx";
import { useRefresh } from "../use-station-details.ts";
import { useCallerIds } from "./use-flag-details.ts";
import { VerifyForm } from "./VerifyForm.tsx";

import styles from "../Admin.module.css";
import own from "./Registers.module.css";

/** Which numbers dialled calls may show, and the proof that they are the station's [AD8] [AD41]. */
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

/** What is keyed at the telephone that rings now. */
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
  const [removed, setRemoved] = useState<StationCallerId | null>(null);
  const { refused, run } = useActions(station);
  if (callerIds.length === 0) {
    return (
      <div className={styles["card"]}>
        <EmptyState title={t("empty")}>{t("emptyWords")}</EmptyState>
      </div>
    );
  }
  return (
    <div className={styles["card"]}>
      <div className={styles["scroll"]}>
        <table className={styles["table"]}>
          <thead>
            <tr>
              <th scope="col">{t("name")}</th>
              <th scope="col">{t("number")}</th>
              <th scope="col">{t("state")}</th>
              <th scope="col">
                <VisuallyHidden>{t("show")}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {callerIds.map((one) => (
              <CallerIdRow key={one.id} callerId={one} run={run} remove={() => setRemoved(one)} />
            ))}
          </tbody>
        </table>
      </div>
      {refused === null ? null : <output className={styles["refused"]}>{refused}</output>}
      <RemoveDialog station={station} callerId={removed} close={() => setRemoved(null)} />
    </div>
  );
}

type Action = "again" | "show" | "hide";

function useActions(station: string) {
  const { http } = useConsole();
  const refresh = useRefresh(station);
  const [refused, setRefused] = useState<string | null>(null);
  async function run(action: Action, { id, number, name }: StationCallerId) {
    setRefused(null);
    try {
      const params = { id: station, callerId: id };
      await (action === "again"
        ? http.call(verifyCallerId, { body: { station, number, name } })
        : http.call(showCallerId, { params, body: { inUse: action === "show" } }));
    } catch (error) {
      setRefused(describeFailure(error).words);
    }
    await refresh();
  }
  return { refused, run };
}

interface CallerIdRowProps {
  callerId: StationCallerId;
  run: (action: Action, callerId: StationCallerId) => Promise<void>;
  remove: () => void;
}

function CallerIdRow({ callerId, run, remove }: CallerIdRowProps) {
  const t = useTranslations("registers.callerIds");
  const admin = useTranslations("admin");
  const { name, numberDisplay: number, state, inUse } = callerId;
  return (
    <tr>
      <td>{name}</td>
      <td>{number}</td>
      <td>
        {t(`states.${state}`)}
        {inUse ? <span className={styles["quiet"]}>{t("shown")}</span> : null}
      </td>
      <td>
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
        <Button look="quiet" aria-label={admin("removeOf", { name: number })} onClick={remove}>
          {admin("remove")}
        </Button>
      </td>
    </tr>
  );
}

interface RemoveDialogProps {
  station: string;
  callerId: StationCallerId | null;
  close: () => void;
}

function RemoveDialog({ station, callerId, close }: RemoveDialogProps) {
  const t = useTranslations("registers.callerIds");
  const { http } = useConsole();
  const refresh = useRefresh(station);
  return (
    <AskDialog
      open={callerId !== null}
      title={t("removeTitle", { number: callerId?.numberDisplay ?? "" })}
      words={t("removeWords")}
      doWords={t("removeDo")}
      close={close}
      run={async () => {
        if (callerId !== null) {
          const params = { id: station, callerId: callerId.id };
          await http.call(removeCallerId, { params });
          await refresh();
        }
      }}
    />
  );
}
