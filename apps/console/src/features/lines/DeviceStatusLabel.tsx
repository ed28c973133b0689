import { Mic, MicOff } from "lucide-react";
import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";

import type { LineDeviceStatus } from "../../client/softphone/voice-device.ts";
import { Button } from "../../ui/Button.tsx";
import type { LineDeviceView } from "./line-view.ts";

import styles from "./DeviceStatusLabel.module.css";
import card from "./LineCard.module.css";

const AudioServerLabel = lazy(async () => ({
  default: (await import("./AudioServerLabel.tsx")).AudioServerLabel,
}));

interface DeviceWordsProps {
  device: LineDeviceView;
  /** True while a call is on the line. Then a working device shows its name, not its status. */
  busy: boolean;
}

export function DeviceStatusLabel({ device, busy }: DeviceWordsProps) {
  const t = useTranslations("lines");
  const heard = device.heard === true;
  const name = device.kind === "browser" ? t("browser") : t("audioServer", { name: device.label });
  const blocked = findBlock(device);
  const isSilent = (device.remote?.fault ?? null) !== null;
  const words =
    blocked !== null
      ? t(`blocked.${blocked}`)
      : heard
        ? t("heard")
        : busy && device.status !== "destroyed"
          ? name
          : t(`device.${device.status}`);
  return (
    <span className={styles["device"]} title={name}>
      <span
        className={styles["dot"]}
        data-status={blocked !== null || isSilent ? "blocked" : dotOf(device, busy)}
        aria-hidden="true"
      />
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

/** A call needs no registration: its line works unless the phone network does not answer. */
function dotOf({ kind, status, heard }: LineDeviceView, isBusy: boolean): LineDeviceStatus {
  if (!isBusy || kind === "audio_server" || status === "destroyed") {
    return status;
  }
  return heard === true ? "registering" : "registered";
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

/**
 * Returns true for a connected browser softphone. On other lines the label ignores the microphone.
 */
function isConnected({ kind, status }: LineDeviceView): boolean {
  return kind === "browser" && (status === "registered" || status === "standby");
}

/**
 * Returns the microphone's fault, for which a caller on this connected line gets no sound, or
 * `null`.
 */
function findBlock(device: LineDeviceView) {
  const { microphone } = device;
  const isOpen = microphone === "granted" || microphone === "unknown";
  return isConnected(device) && !isOpen ? microphone : null;
}
