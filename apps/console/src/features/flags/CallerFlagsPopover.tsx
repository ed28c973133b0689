import { useState } from "react";
import { useTranslations } from "use-intl";

import { isBan, type StationFlag } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { leaveTypedText } from "../../ui/leave-field.ts";
import type { MenuAnchor } from "../../ui/Menu.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { TermField } from "../../ui/TermField.tsx";
import { BanEffect, BanPopover } from "./BanPopover.tsx";
import { useCallerFlags, type CallerFlag, type CallerFlagsView } from "./use-caller-flags.ts";

import styles from "./FlagPopover.module.css";

interface CallerFlagsPopoverProps {
  /** The caller whose flags are open, or `null`. */
  opened: { call: string; anchor: MenuAnchor | null; only?: "ban" | undefined } | null;
  close: () => void;
}

export function CallerFlagsPopover({ opened, close }: CallerFlagsPopoverProps) {
  const view = useCallerFlags(opened?.call ?? null);
  const anchor = opened?.anchor ?? null;
  return opened?.only === "ban" ? (
    <BanPopover view={view} anchor={anchor} close={close} />
  ) : (
    <FlagPopover view={view} anchor={anchor} close={close} />
  );
}

interface FlagPopoverProps {
  view: CallerFlagsView | null;
  anchor: MenuAnchor | null;
  close: () => void;
}

export function FlagPopover({ view, anchor, close }: FlagPopoverProps) {
  const t = useTranslations("flags");
  const caller = view?.call.caller;
  const name = caller?.name ?? caller?.numberDisplay ?? "";
  return (
    <Popover open={view !== null} onClose={close} anchor={anchor} title={t("title", { name })}>
      {view === null ? null : <FlagList view={view} />}
    </Popover>
  );
}

function FlagList({ view }: { view: CallerFlagsView }) {
  const t = useTranslations("flags");
  if (view.status === "failed") {
    return <p className={styles["words"]}>{t("failed", { words: view.words })}</p>;
  }
  if (view.status === "loading") {
    return <p className={styles["words"]}>{t("loading")}</p>;
  }
  if (view.flags.length === 0) {
    return <p className={styles["words"]}>{t("none")}</p>;
  }
  return (
    <div className={styles["list"]}>
      {view.flags.map((one) => (
        <FlagLine key={one.flag.id} one={one} />
      ))}
    </div>
  );
}

function FlagLine({ one }: { one: CallerFlag }) {
  const t = useTranslations("flags");
  const { flag, carried, change } = one;
  const [asks, setAsks] = useState(false);
  function tick(next: boolean): void {
    if (next && isBan(flag)) {
      setAsks(true);
    } else {
      setAsks(false);
      change?.({ carried: next });
    }
  }
  return (
    <div>
      <Checkbox
        checked={carried || asks}
        disabled={change === null}
        detail={detailOf(one, t)}
        onChange={tick}
      >
        {flag.name}
      </Checkbox>
      {carried ? <CarriedTerms one={one} /> : null}
      {asks && !carried && change !== null ? (
        <BanForm flag={flag} set={(terms) => change({ carried: true, ...terms })} />
      ) : null}
    </div>
  );
}

function detailOf({ flag, change }: CallerFlag, t: ReturnType<typeof useTranslations<"flags">>) {
  if (change === null && isBan(flag)) {
    return t("banRight");
  }
  return flag.kind === "label" ? undefined : t(`kind.${flag.kind}`);
}

/** Edits the reason and the end of a flag in place. */
function CarriedTerms({ one }: { one: CallerFlag }) {
  const t = useTranslations("flags");
  const { flag, reason, until, change } = one;
  return (
    <div className={styles["terms"]}>
      <Field
        label={t("reason", { flag: flag.name })}
        value={reason}
        placeholder={t("reasonHint")}
        maxLength={500}
        save={change === null ? null : (next) => change({ carried: true, reason: next })}
        state={{ status: "idle" }}
        words={{ saving: "", retry: "" }}
      />
      <TermField
        value={until}
        onChange={change === null ? null : (next) => change({ carried: true, until: next })}
      />
    </div>
  );
}

interface BanFormProps {
  flag: StationFlag;
  set: (terms: { reason: string; until: string | null }) => void;
}

function BanForm({ flag, set }: BanFormProps) {
  const t = useTranslations("flags");
  const [reason, setReason] = useState("");
  const [until, setUntil] = useState<string | null>(null);
  return (
    <form
      className={styles["terms"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== "") {
          set({ reason, until });
        }
      }}
    >
      <input
        required
        className={styles["reason"]}
        aria-label={t("reason", { flag: flag.name })}
        placeholder={t("banReasonHint")}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={leaveTypedText}
      />
      <TermField value={until} onChange={setUntil} />
      <BanEffect flag={flag} />
      <Button type="submit">{t("set")}</Button>
    </form>
  );
}
