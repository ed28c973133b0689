import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";

import type { TrunkTrial, TrunkView } from "@linedesk/contract";
import { describeFailure } from "../../../client/failures/describe-failure.ts";
import { Button } from "../../../ui/Button.tsx";

import styles from "../Admin.module.css";

export type TestTrunk = (sid: string) => Promise<TrunkTrial>;

interface TrunkRowProps {
  trunk: TrunkView;
  words?: string | null;
  test: TestTrunk;
  /** Further actions of the row. */
  children?: ReactNode;
}

export function TrunkRow({ trunk, words = null, test, children }: TrunkRowProps) {
  const t = useTranslations("telephony");
  const [pending, setPending] = useState(false);
  const [trial, setTrial] = useState<TrunkTrial | null>(null);
  const [refused, setRefused] = useState("");
  const { name, hosts, transport, registered } = trunk;
  const state =
    registered === null ? "noRegister" : registered ? "registered" : ("notRegistered" as const);
  async function ask() {
    setPending(true);
    setTrial(null);
    setRefused("");
    try {
      setTrial(await test(trunk.sid));
    } catch (error) {
      setRefused(describeFailure(error).words);
    } finally {
      setPending(false);
    }
  }
  return (
    <div className={styles["buttons"]}>
      <span className={styles["grow"]}>
        <strong>{name}</strong>{" "}
        <span className={styles["quiet"]}>
          {hosts.join(", ")} · {transport.toUpperCase()} · {words ?? t(state)}
        </span>
        <output className={styles["quiet"]}>
          {refused}
          {trial === null ? null : <TrialWords trial={trial} />}
        </output>
      </span>
      <Button pending={pending} aria-label={t("testOf", { name })} onClick={() => void ask()}>
        {t("test")}
      </Button>
      {children}
    </div>
  );
}

export function TrialWords({ trial: { answers, registerStatus } }: { trial: TrunkTrial }) {
  const t = useTranslations("telephony");
  function describeRegister(status: number): string {
    if (status === 0) {
      return t("registerSilent");
    }
    return status < 300 ? t("registerOk") : t("registerRefused", { code: String(status) });
  }
  const words = [
    t(answers ? "answered" : "silent"),
    ...(registerStatus === null ? [] : [describeRegister(registerStatus)]),
  ];
  return <>{words.join(" ")}</>;
}
