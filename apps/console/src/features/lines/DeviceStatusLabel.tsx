import { Mic, MicOff } from "lucide-react";
import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { findBlock, findDeviceDot, isConnected } from "./describe-free-device.ts";
import type { LineDeviceView } from "./line-view.ts";

import styles from "./DeviceStatusLabel.module.css";
import card from "./LineCard.module.css";

const AudioServerLabel = lazy(async () => ({
  default: (await import("./AudioServerLabel.tsx")).AudioServerLabel,
}));

interface DeviceWordsProps {
  device: LineDeviceView;
  /** Is true while a call is on the line. Then a working device shows its name, not its status. */
  busy: boolean;
}

export function DeviceStatusLabel({ device, busy }: DeviceWordsProps) {
  const t = useTranslations("lines");
  const isAlive = device.soundAlive === true;
  const name = device.kind === "browser" ? t("browser") : t("audioServer", { name: device.label });
  const blocked = findBlock(device);
  const words =
    blocked !== null
      ? t(`blocked.${blocked}`)
      : isAlive
        ? t("heard")
        : busy && device.status !== "destroyed"
          ? name
          : t(`device.${device.status}`);
  const dot = findDeviceDot(device, busy);
  const isCalm = busy && (dot === "registered" || dot === "standby");
  return (
    <span
      className={styles["device"]}
      title={name}
      data-calm={isCalm || undefined}
      data-trouble={(busy && !isCalm) || undefined}
    >
      <span className={styles["dot"]} data-status={dot} aria-hidden="true" />
      {device.remote === undefined || device.remote === null ? (
        <span className={styles["deviceWords"]}>{words}</span>
      ) : (
        <Suspense fallback={device.label}>
          <AudioServerLabel name={device.label} remote={device.remote} busy={busy} />
        </Suspense>
      )}
      {isConnected(device) && device.microphone === "granted" && !busy ? (
        <MicrophoneSign isOpen={device.microphoneOpen} />
      ) : null}
      <Button className={card["small"]} onClick={busy ? null : device.register}>
        {t("register")}
      </Button>
      {device.status === "destroyed" && device.register === null ? (
        <Button className={card["small"]} onClick={() => window.location.reload()}>
          {t("reload")}
        </Button>
      ) : null}
    </span>
  );
}

function MicrophoneSign({ isOpen }: { isOpen: boolean }) {
  const t = useTranslations("lines");
  const Icon = isOpen ? Mic : MicOff;
  return (
    <span className={styles["microphoneSign"]} data-open={isOpen || undefined}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      {t(isOpen ? "microphoneOpen" : "microphoneClosed")}
    </span>
  );
}
