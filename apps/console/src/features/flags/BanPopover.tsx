import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import { isBan, type StationFlag } from "@linedesk/contract";
import { endOfTerm } from "../../lib/terms.ts";
import { Button } from "../../ui/Button.tsx";
import { leaveTypedText } from "../../ui/leave-field.ts";
import type { MenuAnchor } from "../../ui/Menu.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { CallerFlag, CallerFlagsView } from "./use-caller-flags.ts";

import styles from "./FlagPopover.module.css";

interface BanPopoverProps {
  view: CallerFlagsView | null;
  anchor: MenuAnchor | null;
  close: () => void;
}

/** Bans a caller for one of three usual terms. */
export function BanPopover({ view, anchor, close }: BanPopoverProps) {
  const t = useTranslations("flags");
  const caller = view?.call.caller;
  const name = caller?.name ?? caller?.numberDisplay ?? "";
  return (
    <Popover open={view !== null} onClose={close} anchor={anchor} title={t("ban", { name })}>
      {view === null ? null : <BanBody view={view} close={close} />}
    </Popover>
  );
}

function BanBody({ view, close }: { view: CallerFlagsView; close: () => void }) {
  const t = useTranslations("flags");
  if (view.status !== "ready") {
    const words = view.status === "failed" ? t("failed", { words: view.words }) : t("loading");
    return <p className={styles["words"]}>{words}</p>;
  }
  const bans = view.flags.filter(({ flag, change }) => isBan(flag) && change !== null);
  const carried = bans.find((one) => one.carried);
  if (carried !== undefined) {
    return <Banned ban={carried} close={close} />;
  }
  return bans.length === 0 ? (
    <p className={styles["words"]}>{t("noBan")}</p>
  ) : (
    <TermButtons bans={bans} close={close} />
  );
}

/** Shows why and until when the caller is banned, and lifts the ban. */
function Banned({ ban, close }: { ban: CallerFlag; close: () => void }) {
  const t = useTranslations("flags");
  const formats = useTimeFormats();
  const { flag, reason, until, change } = ban;
  function lift(): void {
    change?.({ carried: false });
    close();
  }
  return (
    <div className={styles["list"]}>
      <p className={styles["words"]}>{t("isBanned", { flag: flag.name, reason })}</p>
      {until === null ? null : (
        <p className={styles["words"]}>
          {t("bannedUntil", { time: formats.full(Date.parse(until)) })}
        </p>
      )}
      <div className={styles["banTerms"]}>
        <Button onClick={lift}>{t("lift")}</Button>
      </div>
    </div>
  );
}

/** Warns before a ban whose flag does not block the caller's calls. */
export function BanEffect({ flag }: { flag: StationFlag | undefined }) {
  const t = useTranslations("flags");
  return flag === undefined || flag.effect === "block" ? null : (
    <p className={styles["words"]}>{t("marksOnly")}</p>
  );
}

const terms = ["day", "week", "always"] as const;

function TermButtons({ bans, close }: { bans: readonly CallerFlag[]; close: () => void }) {
  const t = useTranslations("flags");
  const now = useNow();
  const field = useRef<HTMLInputElement>(null);
  const [chosen, choose] = useState(bans[0]?.flag.id ?? "");
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  useEffect(() => field.current?.focus(), []);
  function set(term: (typeof terms)[number]): void {
    if (reason.trim() === "") {
      setMissing(true);
      field.current?.focus();
      return;
    }
    const ban = bans.find(({ flag }) => flag.id === chosen);
    ban?.change?.({ carried: true, reason, until: endOfTerm(term, now) });
    close();
  }
  return (
    <div className={styles["list"]}>
      {bans.length === 1 ? null : (
        <SelectField
          label={t("which")}
          value={chosen}
          options={bans.map(({ flag: { id, name } }) => ({ value: id, label: name }))}
          onChange={choose}
        />
      )}
      <input
        ref={field}
        className={styles["reason"]}
        aria-label={t("banReason")}
        aria-invalid={isMissing || undefined}
        placeholder={t("banReasonHint")}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={leaveTypedText}
      />
      <BanEffect flag={bans.find(({ flag }) => flag.id === chosen)?.flag} />
      <div className={styles["banTerms"]}>
        {terms.map((term) => (
          <Button key={term} look="danger" onClick={() => set(term)}>
            {t(`banFor.${term}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}
