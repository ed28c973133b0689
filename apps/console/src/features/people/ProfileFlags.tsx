import { Pencil, Plus, X } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";

import { type CallerProfile, type FlagSight, isBan } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { TermField } from "../../ui/TermField.tsx";
import { useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { ProfileView } from "./profile-view.ts";
import { useFocusReturn } from "./use-focus-return.ts";

import styles from "./People.module.css";

export function ProfileFlags({ view }: { view: ProfileView }) {
  const t = useTranslations("people");
  const [adds, setAdds] = useState(false);
  const [edited, edit] = useState<string | null>(null);
  const { profile, flags, actions } = view;
  const settable = flags.filter(({ id }) => profile.flags.every((flag) => flag.id !== id));
  const section = useFocusReturn(adds || edited !== null);
  return (
    <section ref={section} className={styles["section"]} aria-label={t("flags")}>
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
        {profile.flags
          .filter(({ id }) => id !== edited)
          .map((flag) => (
            <CarriedFlag key={flag.id} view={view} flag={flag} edit={edit} />
          ))}
      </ul>
      {adds ? <FlagForm view={view} flags={settable} close={() => setAdds(false)} /> : null}
      {edited === null ? null : (
        <FlagForm
          key={edited}
          view={view}
          flags={flags.filter(({ id }) => id === edited)}
          close={() => edit(null)}
        />
      )}
    </section>
  );
}

interface CarriedFlagProps {
  view: ProfileView;
  flag: CallerProfile["flags"][number];
  edit: (flag: string) => void;
}

function CarriedFlag({ view, flag: { id, name, reason, until }, edit }: CarriedFlagProps) {
  const t = useTranslations("people");
  const formats = useTimeFormats();
  const { profile, flags, actions } = view;
  const words = [
    ...(reason === "" ? [] : [reason]),
    ...(until === null ? [] : [t("until", { time: formats.full(Date.parse(until)) })]),
  ];
  return (
    <li className={styles["flag"]}>
      <span>
        <strong>{name}</strong> {words.join(", ")}
      </span>
      {actions.flag === null || flags.every((flag) => flag.id !== id) ? null : (
        <span>
          <Button
            look="quiet"
            icon={Pencil}
            aria-label={t("changeFlag", { name })}
            onClick={() => edit(id)}
          />
          <Button
            look="quiet"
            icon={X}
            aria-label={t("removeFlag", { name })}
            onClick={() => actions.flag?.({ flag: id, carried: false, seen: toSight(profile, id) })}
          />
        </span>
      )}
    </li>
  );
}

interface FlagFormProps {
  view: ProfileView;
  flags: ProfileView["flags"];
  close: () => void;
}

/** Returns the flag as it was shown, so that a newer change is not overwritten. */
function toSight({ flags }: ProfileView["profile"], id: string): FlagSight {
  const shown = flags.find((flag) => flag.id === id);
  const { reason = "", until = null } = shown ?? {};
  return { carried: shown !== undefined, reason, until };
}

/** Sets a flag. For a flag that the caller already has, it changes the reason and the end. */
function FlagForm({ view, flags, close }: FlagFormProps) {
  const t = useTranslations("people");
  const [flag, setFlag] = useState(flags[0]?.id ?? "");
  const [seen] = useState(() => toSight(view.profile, flag));
  const [reason, setReason] = useState(seen.reason);
  const [until, setUntil] = useState(seen.until);
  const chosen = flags.find(({ id }) => id === flag);
  // A ban requires a reason.
  const needsReason = chosen !== undefined && isBan(chosen);
  function set() {
    if (needsReason && reason.trim() === "") {
      return;
    }
    const sight = seen.carried ? seen : toSight(view.profile, flag);
    view.actions.flag?.({ flag, carried: true, reason, until, seen: sight });
    close();
  }
  return (
    <form
      className={styles["fields"]}
      aria-label={t("addFlag")}
      onSubmit={(event) => {
        event.preventDefault();
        set();
      }}
    >
      <SelectField
        label={t("flag")}
        value={flag}
        options={flags.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setFlag}
      />
      <TermField value={until} onChange={setUntil} />
      <label className={styles["labelled"]}>
        <span>{t("reason")}</span>
        <input
          value={reason}
          maxLength={500}
          required={needsReason}
          placeholder={needsReason ? t("banReasonHint") : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <div className={styles["buttons"]}>
        <Button onClick={close}>{t("cancel")}</Button>
        <Button look="primary" type="submit" pending={view.pending}>
          {t("set")}
        </Button>
      </div>
    </form>
  );
}
