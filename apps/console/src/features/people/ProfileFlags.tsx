import { Plus, X } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { ProfileView } from "./profile-view.ts";

import styles from "./People.module.css";

const DAY_MS = 86_400_000;
const holds = { always: null, day: 1, week: 7, month: 30, year: 365 } as const;
type Hold = keyof typeof holds;
const holdNames = Object.keys(holds) as Hold[];

/** What the caller carries, with reason and the time until which it holds [CL23]. */
export function ProfileFlags({ view }: { view: ProfileView }) {
  const t = useTranslations("people");
  const formats = useTimeFormats();
  const [adds, setAdds] = useState(false);
  const { profile, flags, actions } = view;
  const settable = flags.filter(({ id }) => profile.flags.every((flag) => flag.id !== id));
  return (
    <section className={styles["section"]} aria-label={t("flags")}>
      <header className={styles["sectionHead"]}>
        <h4>{t("flags")}</h4>
        {actions.flag === null || adds || settable.length === 0 ? null : (
          <Button look="quiet" icon={Plus} onClick={() => setAdds(true)}>
            {t("addFlag")}
          </Button>
        )}
      </header>
      {profile.flags.length === 0 && !adds ? (
        <p className={styles["muted"]}>{t("flagsNone")}</p>
      ) : null}
      <ul className={styles["plain"]}>
        {profile.flags.map(({ id, name, reason, until }) => (
          <li key={id} className={styles["flag"]}>
            <span>
              <strong>{name}</strong>{" "}
              {[
                ...(reason === "" ? [] : [reason]),
                ...(until === null ? [] : [t("until", { time: formats.full(Date.parse(until)) })]),
              ].join(", ")}
            </span>
            {actions.flag === null || flags.every((flag) => flag.id !== id) ? null : (
              <Button
                look="quiet"
                icon={X}
                aria-label={t("removeFlag", { name })}
                onClick={() => actions.flag?.({ flag: id, carried: false })}
              />
            )}
          </li>
        ))}
      </ul>
      {adds ? <FlagForm view={view} flags={settable} close={() => setAdds(false)} /> : null}
    </section>
  );
}

interface FlagFormProps {
  view: ProfileView;
  flags: ProfileView["flags"];
  close: () => void;
}

function FlagForm({ view, flags, close }: FlagFormProps) {
  const t = useTranslations("people");
  const now = useNow();
  const [flag, setFlag] = useState(flags[0]?.id ?? "");
  const [reason, setReason] = useState("");
  const [hold, setHold] = useState<Hold>("always");
  function set() {
    const days = holds[hold];
    const until = days === null ? null : new Date(now + days * DAY_MS).toISOString();
    view.actions.flag?.({ flag, carried: true, reason, until });
    close();
  }
  return (
    <div className={styles["fields"]}>
      <SelectField
        label={t("flag")}
        value={flag}
        options={flags.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setFlag}
      />
      <SelectField
        label={t("holds")}
        value={hold}
        options={holdNames.map((name) => ({ value: name, label: t(`hold.${name}`) }))}
        onChange={(name) => setHold(holdNames.find((one) => one === name) ?? "always")}
      />
      <label className={styles["labelled"]}>
        <span>{t("reason")}</span>
        <input value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      </label>
      <div className={styles["buttons"]}>
        <Button onClick={close}>{t("cancel")}</Button>
        <Button look="primary" pending={view.pending} onClick={set}>
          {t("set")}
        </Button>
      </div>
    </div>
  );
}
