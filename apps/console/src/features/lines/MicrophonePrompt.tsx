import { Mic, MicOff } from "lucide-react";
import { useTranslations } from "use-intl";

import type { MicrophoneState } from "../../client/audio/microphone.ts";
import { Button } from "../../ui/Button.tsx";
import { withWords } from "../../ui/LazyWords.tsx";
import { microphoneMessages } from "../../ui/microphone-messages.ts";

import styles from "./IdleLine.module.css";

export type UnansweredState = Exclude<MicrophoneState, "granted" | "unknown">;

const buttonOf: Record<UnansweredState, "allow" | "again" | "check"> = {
  prompt: "allow",
  dismissed: "again",
  denied: "check",
  missing: "check",
  busy: "again",
};

interface MicrophonePromptProps {
  state: UnansweredState;
  ask: (() => void) | null;
}

function Prompt({ state, ask }: MicrophonePromptProps) {
  const t = useTranslations("microphone");
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

export const MicrophonePrompt = withWords(Prompt, { microphone: microphoneMessages });
