import { useRef, useState } from "react";
import { useTranslations } from "use-intl";

import type { DeviceLine } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { Switch } from "../../ui/Switch.tsx";
import type { AirLinesView } from "./use-air-lines.ts";

import styles from "./SettingsCard.module.css";

const digits = ["", ..."1234567890*#".split("")];
const lines = ["line1", "line2"] as const;

function toNumber(line: DeviceLine): string {
  return line === "line1" ? "1" : "2";
}

/** Asks before a line feeds the air, and names the effect: the public will hear the line. */
export function AirLines({ view }: { view: AirLinesView }) {
  const t = useTranslations("settings");
  const [asking, setAsking] = useState<DeviceLine | null>(null);
  const { feeds, refused, set, station } = view;
  return (
    <section className={styles["group"]} aria-label={t("air")}>
      <h3>{t("air")}</h3>
      {lines.map((line) => (
        <Switch
          key={line}
          checked={feeds[line] === true}
          onChange={(next) => (next ? setAsking(line) : set(line, false))}
        >
          {t("feedsAir", { line: toNumber(line) })}
        </Switch>
      ))}
      <Switch checked={view.requiresReady} onChange={view.requireReady}>
        {t("requiresReady")}
      </Switch>
      <SelectField
        label={t("callBackDigit")}
        value={view.callBackDigit ?? ""}
        options={digits.map((digit) => ({
          value: digit,
          label: digit === "" ? t("noDigit") : digit,
        }))}
        onChange={(digit) => view.setCallBackDigit(digit === "" ? null : digit)}
      >
        <span className={styles["hint"]}>{t("callBackDigitHint")}</span>
      </SelectField>
      <output className={styles["hint"]}>{refused ?? t("feedsAirHint", { station })}</output>
      <AskDialog
        line={asking}
        station={station}
        cancel={() => setAsking(null)}
        confirm={() => {
          if (asking !== null) {
            set(asking, true);
          }
          setAsking(null);
        }}
      />
    </section>
  );
}

interface AskDialogProps {
  line: DeviceLine | null;
  station: string;
  cancel: () => void;
  confirm: () => void;
}

function AskDialog({ line, station, cancel, confirm }: AskDialogProps) {
  const t = useTranslations("settings");
  const app = useTranslations("app");
  const cancelButton = useRef<HTMLButtonElement>(null);
  const number = line === null ? "" : toNumber(line);
  return (
    <Dialog
      open={line !== null}
      onClose={cancel}
      initialFocus={cancelButton}
      closeLabel={app("close")}
      title={t("feedsAirTitle", { line: number })}
      actions={
        <>
          <Button ref={cancelButton} onClick={cancel}>
            {app("cancel")}
          </Button>
          <Button look="danger" onClick={confirm}>
            {t("feedsAirConfirm", { line: number })}
          </Button>
        </>
      }
    >
      <p>{t("feedsAirWords", { line: number, station })}</p>
    </Dialog>
  );
}
