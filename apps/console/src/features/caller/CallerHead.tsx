import { BookUser, ContactRound, Flag, Phone, PhoneOff, Pin, PinOff, X } from "lucide-react";
import { useTranslations } from "use-intl";

import { flagGlyphs } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import type { CallerView, PanelActions } from "./caller-view.ts";

import styles from "./CallerPanel.module.css";

export function CallerHead({ view, actions }: { view: CallerView; actions: PanelActions }) {
  const t = useTranslations("caller");
  const { caller } = view.call;
  return (
    <header className={styles["head"]} data-keyed={actions.keyed || undefined}>
      <div className={styles["who"]}>
        <h2 className={styles["name"]}>{caller.name ?? caller.numberDisplay}</h2>
        {view.over === null ? null : (
          <output className={styles["over"]}>
            <PhoneOff size={14} aria-hidden="true" />
            {t(`over.${view.over}`)}
          </output>
        )}
        {view.call.rehearsal === true ? (
          <span className={styles["chip"]}>{t("rehearsal")}</span>
        ) : null}
        {caller.flags.map(({ id, name, icon, reason }) => (
          <span key={id} className={styles["chip"]} title={reason === "" ? undefined : reason}>
            {icon === undefined ? null : <span aria-hidden="true">{flagGlyphs[icon]} </span>}
            {name}
          </span>
        ))}
      </div>
      <HeadButtons actions={actions} />
    </header>
  );
}

function HeadButtons({ actions }: { actions: PanelActions }) {
  const t = useTranslations("caller");
  const { close, pinned, pin, dial, saveContact, openFlags, openCard } = actions;
  return (
    <>
      {dial === null ? null : (
        <Button look="quiet" icon={Phone} aria-label={t("dial")} title={t("dial")} onClick={dial} />
      )}
      {saveContact === null ? null : (
        <Button
          look="quiet"
          icon={BookUser}
          aria-label={t("saveContact")}
          title={t("saveContact")}
          onClick={saveContact}
        />
      )}
      {openCard === null ? null : (
        <Button
          look="quiet"
          icon={ContactRound}
          aria-label={t("openCard")}
          title={t("openCard")}
          onClick={openCard}
        />
      )}
      <Button
        look="quiet"
        icon={Flag}
        aria-label={t("flags")}
        title={t("flags")}
        onClick={(event) => openFlags(event.currentTarget)}
      />
      <Button
        look="quiet"
        icon={pinned ? PinOff : Pin}
        aria-pressed={pinned}
        aria-label={t("pin")}
        title={t(pinned ? "unpin" : "pin")}
        onClick={() => pin(!pinned)}
      />
      {close === null ? null : (
        <Button look="quiet" icon={X} aria-label={t("close")} onClick={close} />
      )}
    </>
  );
}
