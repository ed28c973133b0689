import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";

import type { TrunkTrial, TrunkView } from "@linedesk/contract";
import { describeFailure } from "../../../client/failures/describe-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { TrialWords } from "./TrialWords.tsx";

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
  const { name, hosts, transport, registered, calls, channels } = trunk;
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
          {hosts.join(", ")} · {transport.toUpperCase()} · {words ?? t(state)} ·{" "}
          {channels === null
            ? t("inUse", { calls })
            : t("inUseOf", { calls: String(calls), channels: String(channels) })}
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
