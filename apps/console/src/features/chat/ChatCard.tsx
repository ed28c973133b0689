import { useState } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import type { ChatView } from "./build-entries.ts";
import { ChatComposer } from "./ChatComposer.tsx";
import { ChatLog } from "./ChatLog.tsx";

import styles from "./ChatCard.module.css";

export function ChatCard({ view }: { view: ChatView }) {
  const t = useTranslations("chat");
  return (
    <div className={styles["card"]}>
      <ChatHead view={view} />
      <ChatLog view={view} />
      <p className={styles["typing"]}>
        {view.status === "stale" ? t("stale") : <Typing names={view.typing} />}
      </p>
      <ChatComposer view={view} />
    </div>
  );
}

function ChatHead({ view }: { view: ChatView }) {
  const t = useTranslations("chat");
  const { stations, station, chosen, choose } = view;
  const callSign = station?.callSign ?? "";
  return (
    <header className={styles["head"]}>
      {stations.length < 2 ? (
        <span className={styles["muted"]}>{callSign}</span>
      ) : (
        <SelectField
          label={t("station")}
          value={chosen ?? ""}
          options={[
            { value: "", label: t("open", { station: chosen === null ? callSign : "…" }) },
            ...stations.map((one) => ({ value: one.id, label: one.callSign })),
          ]}
          onChange={(value) => choose(value === "" ? null : value)}
        />
      )}
      {view.clear === null ? null : <ClearButton clear={view.clear} />}
    </header>
  );
}

/** The first press asks and the second one clears, because cleared messages cannot be restored. */
function ClearButton({ clear }: { clear: () => void }) {
  const t = useTranslations("chat");
  const [isArmed, setArmed] = useState(false);
  function press(): void {
    setArmed(!isArmed);
    if (isArmed) {
      clear();
    }
  }
  return (
    <Button look="quiet" onClick={press} onBlur={() => setArmed(false)}>
      {t(isArmed ? "clearSure" : "clear")}
    </Button>
  );
}

function Typing({ names }: { names: readonly string[] }) {
  const t = useTranslations("chat");
  const last = names.at(-1);
  if (last === undefined) {
    return null;
  }
  if (names.length === 1) {
    return t("typing", { names: last });
  }
  const all = t("and", { names: names.slice(0, -1).join(", "), last });
  return t("typingMany", { names: all });
}
