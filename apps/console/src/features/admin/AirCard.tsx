import { useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import type { DeviceLine } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { type AirLinesView, useAirLines } from "./use-air-lines.ts";

import styles from "./Admin.module.css";

const digits = ["", ..."1234567890*#".split("")];
const lines = ["line1", "line2"] as const;

function toNumber(line: DeviceLine): string {
  return line === "line1" ? "1" : "2";
}

/** Loads the station's settings for the air; draws nothing until they are loaded. */
export function StationAir({ station }: { station: string }) {
  const view = useAirLines(station);
  return view === null ? null : <AirCard view={view} />;
}

/** Asks before a line feeds the air, and names the effect: the public will hear the line. */
export function AirCard({ view }: { view: AirLinesView }) {
  const t = useTranslations("admin.air");
  const [asking, setAsking] = useState<DeviceLine | null>(null);
  const { feeds, refused, set, station } = view;
  return (
    <section className={styles["card"]} aria-label={t("title")}>
      <h3>{t("title")}</h3>
      <output className={styles["hint"]}>{refused ?? t("hint", { station })}</output>
      {lines.map((line) => (
        <Switch
          key={line}
          checked={feeds[line] === true}
          onChange={(next) => (next ? setAsking(line) : set(line, false))}
        >
          {t("feeds", { line: toNumber(line) })}
        </Switch>
      ))}
      <Switch checked={view.requiresReady} onChange={view.requireReady}>
        {t("requiresReady")}
      </Switch>
      <Switch checked={view.allowsDump} onChange={view.allowDump}>
        {t("allowsDump")}
      </Switch>
      <p className={styles["hint"]}>{t("allowsDumpHint")}</p>
      <CallBackDigit view={view} />
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

function CallBackDigit({ view }: { view: AirLinesView }) {
  const t = useTranslations("admin.air");
  const id = useId();
  return (
    <div className={styles["row"]}>
      <label htmlFor={id}>{t("callBackDigit")}</label>
      <select
        id={id}
        aria-describedby={`${id}-hint`}
        value={view.callBackDigit ?? ""}
        onChange={({ target }) => view.setCallBackDigit(target.value === "" ? null : target.value)}
      >
        {digits.map((digit) => (
          <option key={digit} value={digit}>
            {digit === "" ? t("noDigit") : digit}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className={styles["hint"]}>
        {t("callBackDigitHint")}
      </p>
    </div>
  );
}

interface AskDialogProps {
  line: DeviceLine | null;
  station: string;
  cancel: () => void;
  confirm: () => void;
}

function AskDialog({ line, station, cancel, confirm }: AskDialogProps) {
  const t = useTranslations("admin.air");
  const app = useTranslations("app");
  const cancelButton = useRef<HTMLButtonElement>(null);
  const number = line === null ? "" : toNumber(line);
  return (
    <Dialog
      open={line !== null}
      onClose={cancel}
      initialFocus={cancelButton}
      closeLabel={app("close")}
      title={t("feedsTitle", { line: number })}
      actions={
        <>
          <Button ref={cancelButton} onClick={cancel}>
            {app("cancel")}
          </Button>
          <Button look="danger" onClick={confirm}>
            {t("feedsConfirm", { line: number })}
          </Button>
        </>
      }
    >
      <p>{t("feedsWords", { line: number, station })}</p>
    </Dialog>
  );
}
