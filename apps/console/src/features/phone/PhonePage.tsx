import { Mic, MicOff, Phone, PhoneOff } from "lucide-react";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { KeypadButtons, readKeypadDigit } from "../../ui/KeypadButtons.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { Elapsed } from "../../ui/time/TimeProvider.tsx";
import { useDelayed } from "../../ui/use-delayed.ts";
import type { DemoPhoneCall, DemoPhoneView } from "./demo-phone-view.ts";

import styles from "./PhonePage.module.css";

type ReadyPhone = Extract<DemoPhoneView, { status: "ready" }>;

export function PhonePage({ view }: { view: DemoPhoneView }) {
  const t = useTranslations("phone");
  return (
    <main className={styles["page"]}>
      <header className={styles["head"]}>
        <h1 className={styles["title"]}>{t("title")}</h1>
        <p className={styles["muted"]}>{t("words")}</p>
      </header>
      <Panel label={t("title")} className={styles["phone"]}>
        {view.status === "ready" ? <Telephone view={view} /> : <NoPhone view={view} />}
      </Panel>
    </main>
  );
}

function NoPhone({ view }: { view: Exclude<DemoPhoneView, ReadyPhone> }) {
  const t = useTranslations("phone");
  const app = useTranslations("app");
  const slow = useDelayed(view.status === "loading");
  if (view.status === "loading") {
    return slow ? <EmptyState title={t("loading")} /> : null;
  }
  if (view.status === "off") {
    return (
      <EmptyState icon={PhoneOff} title={t("off")}>
        {t("offWords")}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={PhoneOff} title={t("failed")}>
      {view.words}
      <Button onClick={view.retry}>{app("retry")}</Button>
    </EmptyState>
  );
}

function Telephone({ view }: { view: ReadyPhone }) {
  const t = useTranslations("phone");
  const keypad = useTranslations("keypad");
  const { sendDigit } = view;
  return (
    <div
      className={styles["body"]}
      role="presentation"
      onKeyDown={(event) => {
        const digit = readKeypadDigit(event);
        if (event.target instanceof HTMLSelectElement || digit === null) {
          return;
        }
        if (!event.repeat) {
          sendDigit?.(digit);
        }
      }}
    >
      <div className={styles["numbers"]}>
        <SelectField
          label={t("from")}
          value={view.from}
          options={toOptions(view.callerNumbers)}
          onChange={view.chooseFrom}
        />
        <SelectField
          label={t("to")}
          value={view.to}
          options={toOptions(view.lines)}
          onChange={view.chooseTo}
        />
      </div>
      <CallStatusLine view={view} />
      <KeypadButtons big send={sendDigit} nameOf={(digit) => keypad("digit", { digit })} />
      <PhoneButtons view={view} />
    </div>
  );
}

function toOptions(numbers: { number: string; label: string }[]) {
  return numbers.map(({ number, label }) => ({ value: number, label }));
}

function CallStatusLine({ view }: { view: ReadyPhone }) {
  const t = useTranslations("phone");
  const { call } = view;
  const live = call.status !== "idle" && call.status !== "ended";
  return (
    <div className={styles["state"]} data-tone={chooseTone(call)}>
      <div className={styles["words"]}>
        <output className={styles["status"]}>
          {call.status === "ended" ? (call.words ?? t("ended")) : t(call.status)}
        </output>
        <span className={styles["timer"]}>
          {live && call.status !== "connecting" ? <Elapsed since={call.since} /> : null}
        </span>
      </div>
      <dl className={styles["levels"]}>
        <dt>{t("youSay")}</dt>
        <dd>
          <Meter wide readLevel={view.readInputLevel} />
        </dd>
        <dt>{t("youHear")}</dt>
        <dd>
          <Meter wide readLevel={view.readOutputLevel} />
        </dd>
      </dl>
    </div>
  );
}

function chooseTone(call: DemoPhoneCall): string | undefined {
  switch (call.status) {
    case "idle":
    case "ended":
      return undefined;
    case "connecting":
    case "ringing":
    case "rung":
      return "ringing";
    case "talking":
      return "on_line";
    case "reconnecting":
      return "warning";
  }
}

function PhoneButtons({ view }: { view: ReadyPhone }) {
  const t = useTranslations("phone");
  const toggle = view.muted ? view.unmute : view.mute;
  return (
    <div className={styles["buttons"]}>
      <Button look="primary" size="call" icon={Phone} onClick={view.answer}>
        {t("answer")}
      </Button>
      <Button size="call" icon={PhoneOff} onClick={view.decline}>
        {t("decline")}
      </Button>
      <Button look="primary" size="call" icon={Phone} onClick={view.dial}>
        {t("call")}
      </Button>
      <Button
        size="call"
        icon={view.muted ? MicOff : Mic}
        aria-pressed={view.muted}
        onClick={toggle}
      >
        {t(view.muted ? "unmute" : "mute")}
      </Button>
      <Button look="danger" size="call" icon={PhoneOff} onClick={view.hangUp}>
        {t("hangUp")}
      </Button>
    </div>
  );
}
