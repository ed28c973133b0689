import { PhoneIncoming } from "lucide-react";
import { useTranslations } from "use-intl";

import type { DeviceLine } from "@linedesk/contract";
import { listCallerMarks } from "../../lib/list-caller-marks.ts";
import { Button } from "../../ui/Button.tsx";
import { MarkList } from "../../ui/MarkList.tsx";
import { Elapsed, useNow, useTimeFormats, useOfferSeconds } from "../../ui/time/TimeProvider.tsx";
import type { DirectView, IncomingView, OfferedView, WaitingView } from "./create-incoming-call.ts";

import styles from "./IncomingCall.module.css";

export function IncomingCall({ view, name }: { view: IncomingView; name: string }) {
  const t = useTranslations("incoming");
  const tone = view.type === "offered" ? "offered" : "ringing";
  return (
    <section className={styles["bar"]} aria-label={t("bar")} data-tone={tone}>
      <PhoneIncoming size={16} aria-hidden="true" className={styles["icon"]} />
      <strong className={styles["name"]}>{name}</strong>
      {view.type === "direct" ? <DirectFacts view={view} /> : <CallerFacts view={view} />}
      <IncomingAnswers view={view} />
    </section>
  );
}

function DirectFacts({ view }: { view: DirectView }) {
  const t = useTranslations("incoming");
  return (
    <>
      <span className={styles["facts"]}>{t("directHint")}</span>
      <span className={styles["wait"]}>
        <Elapsed since={view.since} />
      </span>
    </>
  );
}

function CallerFacts({ view }: { view: WaitingView | OfferedView }) {
  const t = useTranslations("incoming");
  const { call, station, others } = view;
  const { caller } = call;
  const queue = useTranslations("queue");
  const { day } = useTimeFormats();
  const known = listCallerMarks(call, queue, { now: useNow(), day });
  // The bar itself already shows that a call is the caller's first.
  const marks = known.filter(({ key }) => key !== "first");
  const facts = [
    view.type === "offered" ? t("offeredBy", { from: view.from }) : null,
    caller.name === null ? null : caller.numberDisplay,
    call.phoneLine === null ? station : `${station} ${call.phoneLine.name}`,
    caller.location,
    caller.earlierCalls === 0 ? t("first") : t("earlier", { count: caller.earlierCalls }),
    others === 0 ? null : t("others", { count: others }),
  ].filter((fact) => fact !== null && fact !== "");
  return (
    <>
      <MarkList label={t("known")} marks={marks} />
      <span className={styles["facts"]}>{facts.join(" · ")}</span>
      <span className={styles["wait"]}>
        {view.type === "offered" ? (
          <SecondsLeft until={view.until} />
        ) : (
          <Elapsed since={call.arrivedAt} />
        )}
      </span>
    </>
  );
}

function SecondsLeft({ until }: { until: string }) {
  const t = useTranslations("incoming");
  return t("secondsLeft", { seconds: String(useOfferSeconds(until)) });
}

function IncomingAnswers({ view }: { view: IncomingView }) {
  switch (view.type) {
    case "waiting":
      return <WaitingAnswers view={view} />;
    case "offered":
      return <OfferAnswers view={view} />;
    case "direct":
      return <DirectAnswers view={view} />;
  }
}

function numberLine(line: DeviceLine): string {
  return line === "line1" ? "1" : "2";
}

function WaitingAnswers({ view }: { view: WaitingView }) {
  const t = useTranslations("incoming");
  const actions = useTranslations("deskActions");
  const { answer, lines, fed, reject } = view;
  return (
    <>
      {answer === null
        ? null
        : lines.map((line, index) => (
            <Button
              key={line}
              look={index === 0 ? "primary" : "plain"}
              size="call"
              data-to-air={fed.has(line) || undefined}
              onClick={() => answer(line)}
            >
              {t(fed.has(line) ? "toAirOn" : "answerOn", { number: numberLine(line) })}
            </Button>
          ))}
      {reject === null ? null : (
        <Button size="call" look="danger" onClick={reject}>
          {actions("reject.name")}
        </Button>
      )}
    </>
  );
}

function OfferAnswers({ view }: { view: OfferedView }) {
  const t = useTranslations("incoming");
  const actions = useTranslations("deskActions");
  const { take, decline, from, toAir } = view;
  return (
    <>
      {take === null ? null : (
        <Button size="call" look="primary" data-to-air={toAir || undefined} onClick={take}>
          {toAir ? t("takeToAir") : actions("take_offered.name")}
        </Button>
      )}
      <Button size="call" onClick={decline}>
        {t("back", { from })}
      </Button>
    </>
  );
}

function DirectAnswers({ view }: { view: DirectView }) {
  const t = useTranslations("incoming");
  const actions = useTranslations("deskActions");
  return (
    <>
      <Button size="call" look="primary" onClick={view.accept}>
        {t("answerOn", { number: numberLine(view.line) })}
      </Button>
      <Button size="call" look="danger" onClick={view.reject}>
        {actions("reject.name")}
      </Button>
    </>
  );
}
