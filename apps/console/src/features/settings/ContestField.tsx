import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { type ContestAtStake, type ContestLoss, findContestLoss } from "./contest-at-stake.ts";
import type { SettingsView } from "./use-settings.ts";

import styles from "./SettingsCard.module.css";

const MOST_CALLERS = 1000;

interface ContestFieldProps {
  settings: SettingsView;
  stake: ContestAtStake;
}

/** Sets the number of the caller who wins; an empty field switches the contest off. */
export function ContestField({ settings, stake }: ContestFieldProps) {
  const { callerCount } = settings.settings;
  return (
    <CountInput
      key={callerCount ?? 0}
      count={callerCount}
      stake={stake}
      change={(value) => settings.change({ setting: "CALLERCOUNT", value })}
    />
  );
}

/** Returns undefined for an invalid number. */
function parseCount(text: string): number | null | undefined {
  const count = text.trim() === "" ? null : Number(text);
  const isCount =
    count === null || (Number.isInteger(count) && count >= 1 && count <= MOST_CALLERS);
  return isCount ? count : undefined;
}

interface CountInputProps {
  count: number | null;
  stake: ContestAtStake;
  change: (count: number | null) => void;
}

/**
 * Saves on blur or Enter, not at each digit. If the change would end a contest, only the button of
 * the question saves it.
 */
function CountInput({ count, stake, change }: CountInputProps) {
  const t = useTranslations("settings");
  const stored = count === null ? "" : String(count);
  const [text, setText] = useState(stored);
  const field = useRef<HTMLInputElement>(null);
  const value = parseCount(text);
  const isChanged = value !== undefined && value !== count;
  const loss = isChanged ? findContestLoss(stake, value) : null;
  function commit(): void {
    if (value === undefined) {
      setText(stored);
    } else if (isChanged && loss === null) {
      change(value);
    }
  }
  useQuestionEnd(loss, (type) => {
    // The question has gone with its button. A focused field saves its value on blur; without focus
    // nothing would, so the value is saved or reset here.
    if (document.activeElement === field.current) {
      return;
    }
    return type === "unknown" ? commit() : setText(stored);
  });
  return (
    <>
      <label className={styles["row"]}>
        <span className={styles["label"]}>{t("callerCount")}</span>
        <input
          ref={field}
          type="number"
          className={styles["count"]}
          min={1}
          max={MOST_CALLERS}
          value={text}
          placeholder={t("callerCountOff")}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key }) => {
            if (key === "Enter") {
              commit();
            }
          }}
          onBlur={commit}
        />
      </label>
      {isChanged && loss !== null ? (
        <LossQuestion
          // A changed number, or another contest, needs a new question.
          key={`${value} ${"contest" in loss ? loss.contest.id : ""}`}
          loss={loss}
          confirm={() => change(value)}
        />
      ) : null}
    </>
  );
}

function useQuestionEnd(
  loss: ContestLoss | null,
  onEnd: (type: ContestLoss["type"]) => void,
): void {
  const type = loss?.type ?? null;
  const before = useRef(type);
  useEffect(() => {
    if (type === null && before.current !== null) {
      onEnd(before.current);
    }
    before.current = type;
  });
}

/** Names the effect on the contest; the first press asks, and the second one confirms. */
function LossQuestion({ loss, confirm }: { loss: ContestLoss; confirm: () => void }) {
  const t = useTranslations("settings");
  const [isArmed, setArmed] = useState(false);
  const action = loss.type === "ended" ? "endContest" : "countFromOne";
  return (
    <div className={styles["lost"]}>
      <output>{useLossWords(loss)}</output>
      <Button
        look="danger"
        onBlur={() => setArmed(false)}
        onClick={() => {
          setArmed(!isArmed);
          if (isArmed) {
            confirm();
          }
        }}
      >
        {t(isArmed ? `${action}Sure` : action)}
      </Button>
    </div>
  );
}

function useLossWords(loss: ContestLoss): string {
  const t = useTranslations("settings");
  if (loss.type === "unknown") {
    return t("contestUnknown");
  }
  const { counted, startedBy: name, isMine } = loss.contest;
  const values = { name, counted: String(counted) };
  if (loss.type === "ended") {
    return t("contestEnded", values);
  }
  return t(isMine ? "ownContestReplaced" : "contestReplaced", values);
}
