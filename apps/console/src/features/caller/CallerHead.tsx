import { BookUser, ContactRound, Flag, Phone, PhoneOff, Pin, PinOff, X } from "lucide-react";
import { useTranslations } from "use-intl";

import { flagGlyphs } from "@linedesk/contract";
import { Button, type ButtonProps } from "../../ui/Button.tsx";
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
      <HeadButton icon={Phone} label={t("short.dial")} title={t("dial")} onClick={dial} />
      <HeadButton
        icon={BookUser}
        label={t("short.saveContact")}
        title={t("saveContact")}
        onClick={saveContact}
      />
      <HeadButton
        icon={ContactRound}
        label={t("short.openCard")}
        title={t("openCard")}
        onClick={openCard}
      />
      <HeadButton
        icon={Flag}
        label={t("short.flags")}
        title={t("flags")}
        onClick={(event) => openFlags(event.currentTarget)}
      />
      <HeadButton
        icon={pinned ? PinOff : Pin}
        aria-pressed={pinned}
        label={t("short.pin")}
        aria-label={t("pin")}
        title={t(pinned ? "unpin" : "pin")}
        onClick={() => pin(!pinned)}
      />
      <HeadButton icon={X} label={t("short.close")} title={t("close")} onClick={close} />
    </>
  );
}

interface HeadButtonProps extends Pick<
  ButtonProps,
  "icon" | "onClick" | "aria-pressed" | "aria-label"
> {
  /** The short words below the icon; the title has the whole words. */
  label: string;
  title: string;
}

function HeadButton({ label, title, ...rest }: HeadButtonProps) {
  return (
    <Button
      {...rest}
      look="quiet"
      className={styles["headButton"]}
      title={title}
      aria-label={rest["aria-label"] ?? title}
    >
      {label}
    </Button>
  );
}
