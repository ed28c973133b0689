import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";

import { findKey } from "../../client/actions/desk-actions.ts";
import type { MicrophoneState } from "../../client/audio/microphone.ts";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import { useShownKeys } from "../../ui/keys/KeyboardProvider.tsx";
import { describeKeys } from "../../ui/keys/spell-keys.ts";
import { useKeyNames } from "../../ui/keys/use-key-names.ts";
import { OnAirLamp } from "../../ui/StateBadge.tsx";
import { useDeskSize } from "../../ui/use-desk-size.ts";
import { Besides } from "./Besides.tsx";
import type { LineView } from "./line-view.ts";
import type { UnansweredState } from "./MicrophonePrompt.tsx";

import styles from "./IdleLine.module.css";

const MicrophonePrompt = lazy(async () => ({
  default: (await import("./MicrophonePrompt.tsx")).MicrophonePrompt,
}));

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
    return (
      <Suspense>
        <MicrophonePrompt state={microphone} ask={askMicrophone} />
      </Suspense>
    );
  }
  if (view.free === "toAir") {
    return <FreeAirLine selected={view.selected} />;
  }
  return (
    <div className={styles["idle"]}>
      <p className={styles["idleTitle"]}>
        <span>{t("noCall")}</span>
        <Besides besides={view.free === "private" ? "privateLine" : null} />
      </p>
      <p className={styles["idleWords"]}>{view.selected ? <ReadyWords /> : t("idleWords")}</p>
    </div>
  );
}

/** Shows, readable from across the room, that the next call on this line goes to air. */
function FreeAirLine({ selected }: { selected: boolean }) {
  const t = useTranslations("lines");
  return (
    <div className={styles["air"]}>
      <span className={styles["toAir"]}>
        <OnAirLamp size={24} />
        {t("toAir")}
      </span>
      <div className={styles["microphoneWords"]}>
        <p className={styles["airTitle"]}>{t("nextToAir")}</p>
        <p className={styles["idleWords"]}>{selected ? <ReadyWords /> : t("idleWords")}</p>
      </div>
    </div>
  );
}

function ReadyWords() {
  const t = useTranslations("lines");
  const nameKeys = useKeyNames();
  const keys = useShownKeys(TAKE_NEXT);
  // Most phones have no F keys.
  const hasKeys = useDeskSize() !== "small" && keys !== null;
  return !hasKeys ? t("readyAlone") : t("readyWords", { keys: nameKeys(describeKeys(keys)) });
}

function needsWords(state: MicrophoneState): state is UnansweredState {
  return state !== "granted" && state !== "unknown";
}
