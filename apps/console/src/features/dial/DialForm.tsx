import { Phone } from "lucide-react";
import { useEffect, useId, useMemo, useRef } from "react";
import { useLocale, useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { SuggestInput } from "../../ui/SuggestInput.tsx";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { CheckedNumber, DialLine, DialResult, DialView } from "./use-dial-limits.ts";

import styles from "./DialForm.module.css";

export function DialForm({ view }: { view: DialView }) {
  const t = useTranslations("dial");
  const ids = useId();
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        view.call?.();
      }}
    >
      <label htmlFor={`${ids}-to`} className={styles["label"]}>
        {t("to")}
      </label>
      <NumberField view={view} id={ids} />
      <span className={styles["label"]}>{t("from")}</span>
      <output className={styles["fact"]}>{fromWords(view.from, t)}</output>
      <span className={styles["label"]}>{t("into")}</span>
      <output className={styles["fact"]}>{lineWords(view.line, t)}</output>
      <div className={styles["actions"]}>
        <Button
          look="primary"
          size="call"
          icon={Phone}
          shortcut={{ keys: "Enter" }}
          type="submit"
          pending={view.sending}
          disabledReason={view.because === null ? null : t(view.because)}
        >
          {t("call")}
        </Button>
        {view.maxMinutes === null ? null : (
          <span className={styles["muted"]}>{t("limit", { minutes: view.maxMinutes })}</span>
        )}
      </div>
      {view.result === null ? null : <Result result={view.result} />}
    </form>
  );
}

function NumberField({ view, id }: { view: DialView; id: string }) {
  const t = useTranslations("dial");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  // Letters can be the beginning of a contact's name, so they are not shown as a wrong number.
  const isName = /\p{L}/u.test(view.draft) && !/\d/u.test(view.draft);
  const isWrong = view.offers.length === 0 && (view.number?.refused ?? null) !== null;
  const typed = isWrong ? (isName ? t("noContact") : (view.number?.refused ?? null)) : null;
  const wrong = view.refused ?? typed;
  return (
    <div>
      <SuggestInput
        id={`${id}-to`}
        inputRef={field}
        className={styles["number"]}
        value={view.draft}
        placeholder={t("toHint")}
        maxLength={40}
        aria-invalid={wrong !== null || undefined}
        aria-describedby={`${id}-told`}
        type={view.type}
        suggestions={view.offers}
        listLabel={t("contacts")}
      />
      <div id={`${id}-told`} className={styles["told"]}>
        {wrong === null ? (
          view.number === null ? null : (
            <NumberFacts number={view.number} />
          )
        ) : (
          <output className={styles["wrong"]}>{wrong}</output>
        )}
      </div>
    </div>
  );
}

type Translate = ReturnType<typeof useTranslations<"dial">>;

function fromWords(from: DialView["from"], t: Translate): string {
  if (from === null) {
    return "";
  }
  return from === "none" ? t("fromNone") : `${from.numberDisplay}, ${from.name}`;
}

const wordsOf = {
  hold: "lineHolds",
  end: "lineEnds",
  confer: "lineConfers",
  stay: "lineStays",
} as const;

function lineWords({ number, carries, isFed }: DialLine, t: Translate): string {
  if (carries === null) {
    return t(isFed ? "lineToAir" : "lineFree", { number: String(number) });
  }
  return t(wordsOf[carries.does], { number: String(number), name: carries.name });
}

function NumberFacts({ number }: { number: CheckedNumber }) {
  const t = useTranslations("dial");
  const formats = useTimeFormats();
  const now = useNow();
  const locale = useLocale();
  const countries = useMemo(() => new Intl.DisplayNames([locale], { type: "region" }), [locale]);
  const country =
    number.country === null ? t("noCountry") : (countries.of(number.country) ?? number.country);
  const facts = [
    number.name,
    number.lastCallAt === null
      ? null
      : t("lastCall", { day: formats.day(Date.parse(number.lastCallAt), now) }),
  ].filter((fact) => fact !== null);
  return (
    <>
      <strong>{number.numberDisplay}</strong> {t(`kind.${number.kind}`, { country })}
      {facts.length === 0 ? null : <div>{facts.join(" · ")}</div>}
    </>
  );
}

function Result({ result }: { result: DialResult }) {
  const t = useTranslations("dial");
  const { who, outcome, redial } = result;
  return (
    <div className={styles["result"]}>
      <output>{outcome === null ? t("ringing", { who }) : t("ended", { who, outcome })}</output>
      {redial === null ? null : <Button onClick={redial}>{t("redial")}</Button>}
    </div>
  );
}
