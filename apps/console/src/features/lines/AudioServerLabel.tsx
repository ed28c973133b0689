import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { LazyWords } from "../../ui/LazyWords.tsx";
import { useNow } from "../../ui/time/TimeProvider.tsx";
import { carrierMessages } from "./carrier-messages.ts";
import type { RemoteDeviceView } from "./line-view.ts";

import styles from "./DeviceStatusLabel.module.css";
import card from "./LineCard.module.css";

interface AudioServerLabelProps {
  name: string;
  remote: RemoteDeviceView;
  /** Is true while a call is on the line. Then an online audio server shows no status. */
  busy: boolean;
}

export function AudioServerLabel(props: AudioServerLabelProps) {
  return (
    <LazyWords words={words}>
      <Label {...props} />
    </LazyWords>
  );
}

const words = { carrier: carrierMessages };

function Label({ name, remote, busy }: AudioServerLabelProps) {
  const t = useTranslations("carrier");
  const { status, usedBy, fault, delayMs, takeOver, retry } = remote;
  const state = busy && status === "online" ? "" : `, ${t(`status.${status}`)}`;
  return (
    <>
      <span className={styles["deviceWords"]} title={fault ?? undefined}>
        {name}
        {state}
        {status === "online" ? null : <LastReply at={remote.lastReplyAt} />}
        {status === "online" && fault === null && delayMs !== null
          ? `, ${t("delay", { value: delayMs.toFixed(0) })}`
          : ""}
        {fault === null ? "" : `, ${t("fault", { reason: fault })}`}
        {usedBy === null ? "" : `, ${t("usedBy", { name: usedBy })}`}
      </span>
      {takeOver === null ? null : (
        <Button className={card["small"]} title={t("takeOverHint")} onClick={takeOver}>
          {t("takeOver")}
        </Button>
      )}
      {retry === null || takeOver !== null ? null : (
        <Button className={card["small"]} onClick={retry}>
          {t("retryServer")}
        </Button>
      )}
    </>
  );
}

function LastReply({ at }: { at: number | null }) {
  const t = useTranslations("carrier");
  const now = useNow();
  if (at === null) {
    return null;
  }
  const seconds = Math.max(0, Math.round((now - at) / 1_000));
  return `, ${t("lastReply", { seconds: String(seconds) })}`;
}
