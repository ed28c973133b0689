import { RadioTower, SkipForward } from "lucide-react";
import { useTranslations } from "use-intl";

import { findKey } from "../../client/actions/desk-actions.ts";
import { Button } from "../../ui/Button.tsx";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import { LongPressButton } from "./EndButton.tsx";
import { type AirBarView, type DumpView, useAirBar, useDumpWords } from "./use-air-bar.ts";

import styles from "./AirBar.module.css";

const DUMP_NEXT = toShortcut(findKey("dump_next"));
const DROP_AIR = { ...toShortcut(findKey("drop_air")), times: 1 as const };

/**
 * Shows the buttons of a seat whose line feeds the air. They keep their places while nobody is on
 * air.
 */
export function AirBar() {
  return <AirButtons view={useAirBar()} />;
}

export function AirButtons({ view }: { view: AirBarView }) {
  const { dump, guard, drop } = view;
  return (
    <>
      {dump === null ? null : <Dump dump={dump} />}
      <DropButton guard={guard} drop={drop} />
    </>
  );
}

function DropButton({ guard, drop }: Pick<AirBarView, "guard" | "drop">) {
  const t = useTranslations("air");
  const actions = useTranslations("deskActions");
  const lines = useTranslations("lines");
  return (
    <LongPressButton
      guard={guard}
      className={styles["drop"]}
      icon={RadioTower}
      title={t("dropHint")}
      shortcut={DROP_AIR}
      disabledReason={drop === null ? t("nobodyOnAir") : null}
    >
      <span className={styles["dropWords"]}>
        {guard.status === "short"
          ? lines("pressLonger")
          : t("drop", { name: actions("drop_air.name") })}
      </span>
    </LongPressButton>
  );
}

function Dump({ dump }: { dump: DumpView }) {
  const t = useTranslations("air");
  const words = useDumpWords(dump);
  const { isOn, toggle, run, isPending } = dump;
  return (
    <>
      <Button
        size="call"
        className={styles["mode"]}
        aria-pressed={isOn}
        data-on={isOn || undefined}
        title={t("dumpModeHint")}
        onClick={toggle}
      >
        {t(isOn ? "dumpModeOn" : "dumpMode")}
      </Button>
      {isOn ? (
        <Button
          look="danger"
          size="call"
          icon={SkipForward}
          className={styles["dump"]}
          shortcut={DUMP_NEXT}
          title={words}
          pending={isPending}
          disabledReason={
            run === null ? t(dump.ends === null ? "nobodyOnAir" : "nobodyNext") : null
          }
          onClick={() => run?.()}
        >
          <span className={styles["names"]}>{words}</span>
        </Button>
      ) : null}
    </>
  );
}
