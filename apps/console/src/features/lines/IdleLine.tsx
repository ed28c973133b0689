import { Mic, MicOff } from "lucide-react";
import { useTranslations } from "use-intl";

import { findKey } from "../../client/actions/desk-actions.ts";
import type { MicrophoneState } from "../../client/audio/microphone.ts";
import { Button } from "../../ui/Button.tsx";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import { useShownKeys } from "../../ui/keys/KeyboardProvider.tsx";
import { describeKeys } from "../../ui/keys/spell-keys.ts";
import { useKeyNames } from "../../ui/keys/use-key-names.ts";
import type { LineView } from "./line-view.ts";

import styles from "./IdleLine.module.css";

const TAKE_NEXT = toShortcut(findKey("take_next"));

interface IdleLineProps {
  view: LineView;
  askMicrophone: (() => void) | null;
}

/** Shows a line without a call: its possible actions, or the problem to solve first. */
export function IdleLine({ view, askMicrophone }: IdleLineProps) {
  const t = useTranslations("lines");
  const { microphone, kind } = view.device;
  if (kind === "browser" && needsWords(microphone)) {
    return <MicrophonePrompt state={microphone} ask={askMicrophone} />;
  }
  return (
    <div className={styles["idle"]}>
      <p className={styles["idleTitle"]}>{t("noCall")}</p>
      <p className={styles["idleWords"]}>{view.selected ? <ReadyWords /> : t("idleWords")}</p>
    </div>
  );
}

function ReadyWords() {
  const t = useTranslations("lines");
  const nameKeys = useKeyNames();
  const keys = useShownKeys(TAKE_NEXT);
  return keys === null ? t("readyAlone") : t("readyWords", { keys: nameKeys(describeKeys(keys)) });
}

type UnansweredState = Exclude<MicrophoneState, "granted" | "unknown">;

function needsWords(state: MicrophoneState): state is UnansweredState {
  return state !== "granted" && state !== "unknown";
}

const buttonOf: Record<UnansweredState, "allow" | "again" | "check"> = {
  prompt: "allow",
  dismissed: "again",
  denied: "check",
  missing: "check",
  busy: "again",
};

function MicrophonePrompt({ state, ask }: { state: UnansweredState; ask: (() => void) | null }) {
  const t = useTranslations("lines.microphone");
  const Icon = state === "prompt" || state === "dismissed" ? Mic : MicOff;
  return (
    <div className={styles["microphone"]}>
      <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
      <div className={styles["microphoneWords"]}>
        <p className={styles["idleTitle"]}>{t(state)}</p>
        <p className={styles["idleWords"]}>{t(state === "denied" ? "deniedHow" : "why")}</p>
      </div>
      <Button size="call" look={state === "prompt" ? "primary" : "plain"} onClick={ask}>
        {t(buttonOf[state])}
      </Button>
    </div>
  );
}
