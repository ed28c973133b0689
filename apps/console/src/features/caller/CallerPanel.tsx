import {
  BookUser,
  ContactRound,
  Flag,
  Phone,
  PhoneOff,
  Pin,
  PinOff,
  Radio,
  TriangleAlert,
  UserRound,
  X,
} from "lucide-react";
import { lazy, Suspense, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { useTranslations } from "use-intl";

import { flagGlyphs } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Field } from "../../ui/Field.tsx";
import { withWords } from "../../ui/LazyWords.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import { AirChecks } from "./AirChecks.tsx";
import type { CallerView, EditableView, PanelActions } from "./caller-view.ts";
import { CallerMarks } from "./CallerMarks.tsx";
import { ContestMark } from "./ContestMark.tsx";
import { NumberWords } from "./NumberWords.tsx";
import { WonMark } from "./WonMark.tsx";

import styles from "./CallerPanel.module.css";

// Not of the first load: the page stands before anybody is in it [SH17].
const CallerAbout = lazy(async () => {
  const words = await import("./known-messages.ts");
  const loaded = await import("./CallerAbout.tsx");
  return { default: withWords(loaded.CallerAbout, { known: words.knownMessages }) };
});

interface CallerPanelProps {
  view: CallerView | null;
  nameField: RefObject<HTMLInputElement | null>;
  actions: PanelActions;
}

/** While the focus is in it no key is a shortcut of the page [PN9]. */
export function CallerPanel({ view, nameField, actions }: CallerPanelProps) {
  const t = useTranslations("caller");
  const panel = useRef<HTMLElement>(null);
  const lostFocus = useRef(false);
  const id = view?.call.id;
  // The rest of a sentence must not be written into the next caller's field [PN8].
  useLayoutEffect(() => {
    if (lostFocus.current) {
      lostFocus.current = false;
      panel.current?.focus({ preventScroll: true });
    }
  }, [id]);
  return (
    <Panel
      label={t("panel")}
      className={styles["panel"]}
      panelRef={panel}
      keys="caller"
      region="caller"
    >
      {view === null ? (
        <div className={styles["none"]}>
          <EmptyState icon={UserRound} title={t("none")}>
            {t("noneWords")}
          </EmptyState>
        </div>
      ) : (
        <>
          <CallerHead view={view} actions={actions} />
          <div className={styles["body"]}>
            <CallerWarnings view={view} />
            <CallerFields
              key={view.call.id}
              view={view}
              nameField={nameField}
              onFocus={actions.focused}
              lostFocus={lostFocus}
            />
            <AirChecks view={view} />
            <CallerMarks view={view} />
            <Suspense fallback={null}>
              <CallerAbout view={view} />
            </Suspense>
          </div>
        </>
      )}
    </Panel>
  );
}

function CallerHead({ view, actions }: { view: CallerView; actions: PanelActions }) {
  const t = useTranslations("caller");
  const { caller } = view.call;
  return (
    <header className={styles["head"]}>
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

/** What must be known before the answer, above the fields. */
function CallerWarnings({ view }: { view: CallerView }) {
  const { caller } = view.call;
  return (
    <>
      <FlagReasons flags={caller.flags} />
      <ContestMark contest={view.call.contest} />
      <WonMark win={view.call.win} />
      <WarningWords warning={caller.warning} />
      <RadioWords isOn={view.call.programmeAudible && view.over === null} />
    </>
  );
}

/** A ban or a warning, with its reason: said before the answer. */
function WarningWords({ warning }: { warning: CallerView["call"]["caller"]["warning"] }) {
  const t = useTranslations("caller");
  return warning === null ? null : (
    <p className={styles["warning"]}>
      <TriangleAlert size={16} aria-hidden="true" />
      <span>
        <strong>{t(warning.kind)}</strong> {warning.reason}
        <UntilWords until={warning.until ?? null} />
      </span>
    </p>
  );
}

/** When a flag goes by itself [FL26]. */
function UntilWords({ until }: { until: string | null }) {
  const t = useTranslations("caller");
  const formats = useTimeFormats();
  const now = useNow();
  if (until === null) {
    return null;
  }
  const at = Date.parse(until);
  const time = `${formats.day(at, now)} ${formats.minute(at)}`;
  return <span title={formats.full(at)}>{t("until", { time })}</span>;
}

/** The programme is heard behind the caller [CW22]. */
function RadioWords({ isOn }: { isOn: boolean }) {
  const t = useTranslations("caller");
  return isOn ? (
    <p className={styles["warning"]}>
      <Radio size={16} aria-hidden="true" />
      <span>
        <strong>{t("radioOn")}</strong> {t("radioOnWords")}
      </span>
    </p>
  ) : null;
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

/** Why somebody is a VIP, or whatever else: said before the answer [FL16]. */
function FlagReasons({ flags }: { flags: CallerView["call"]["caller"]["flags"] }) {
  const t = useTranslations("caller");
  const reasons = flags.filter(({ reason }) => reason !== "");
  return reasons.map(({ id, name, reason, until }) => (
    <p key={id} className={styles["reason"]}>
      {t("flagReason", { name, reason })}
      <UntilWords until={until ?? null} />
    </p>
  ));
}

interface CallerFieldsProps {
  view: CallerView;
  nameField: RefObject<HTMLInputElement | null>;
  onFocus: () => void;
  /** Set when the fields are taken away with the focus in them. */
  lostFocus: RefObject<boolean>;
}

function CallerFields({ view, nameField, onFocus, lostFocus }: CallerFieldsProps) {
  const t = useTranslations("caller");
  const fields = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = fields.current;
    return () => {
      lostFocus.current = element?.contains(document.activeElement) ?? false;
    };
  }, [lostFocus]);
  const words = { saving: t("saving"), retry: t("retry") };
  function field(editable: EditableView) {
    return { ...editable, words };
  }
  const { caller } = view.call;
  return (
    <div ref={fields} className={styles["fields"]} onFocus={onFocus}>
      <NumberWords call={view.call} show={view.showNumber} />
      {view.number === null ? null : (
        <Field
          label={t("number")}
          placeholder={t("numberHint")}
          maxLength={40}
          {...field(view.number)}
        />
      )}
      <Field
        label={t("name")}
        placeholder={t("nameHint")}
        maxLength={100}
        inputRef={nameField}
        {...field(view.name)}
      />
      <Field
        label={t("place")}
        placeholder={
          caller.locationGuess === null
            ? t("placeHint")
            : t("placeGuess", { place: caller.locationGuess })
        }
        maxLength={100}
        {...field(view.location)}
      />
      <Field
        label={t("point")}
        placeholder={t("pointHint")}
        maxLength={500}
        {...field(view.point)}
      />
      {view.note === null ? null : (
        <Field
          label={t("note")}
          placeholder={t("noteHint")}
          maxLength={1000}
          {...field(view.note)}
        />
      )}
    </div>
  );
}
