import { Download } from "lucide-react";
import { useTranslations } from "use-intl";

import type { Call, TimelineEntry } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import { useEntryWords } from "./use-entry-words.ts";
import { findEntryTone, type TimelineView } from "./use-timeline.ts";

import styles from "./TimelineList.module.css";

export function TimelineList({ view }: { view: TimelineView }) {
  const t = useTranslations("timeline");
  const app = useTranslations("app");
  switch (view.status) {
    case "none":
      return <EmptyState title={t("noCall")}>{t("noCallWords")}</EmptyState>;
    case "loading":
      return <p className={styles["quiet"]}>{t("loading")}</p>;
    case "failed":
      return (
        <EmptyState title={view.words}>
          <Button onClick={view.retry}>{app("retry")}</Button>
        </EmptyState>
      );
    case "ready":
      return <ReadyTimeline view={view} />;
  }
}

function ReadyTimeline({ view }: { view: Extract<TimelineView, { status: "ready" }> }) {
  const t = useTranslations("timeline");
  const buildText = useTimelineText();
  const { call, items, save } = view;
  const { name, numberDisplay } = call.caller;
  const who =
    name === null ? t("ofName", { name: numberDisplay }) : t("of", { name, number: numberDisplay });
  return (
    <div className={styles["timeline"]}>
      <p className={styles["who"]}>{who}</p>
      {items.length === 0 ? (
        <EmptyState title={t("empty")}>{t("emptyWords")}</EmptyState>
      ) : (
        <ol className={styles["entries"]}>
          {items.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {save === null || items.length === 0 ? null : (
        <Button icon={Download} onClick={() => save(buildText(call, items))}>
          {t("save")}
        </Button>
      )}
    </div>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const describe = useEntryWords();
  const app = useTranslations("app");
  const formats = useTimeFormats();
  const at = Date.parse(entry.at);
  return (
    <li className={styles["entry"]}>
      <time
        className={styles["time"]}
        dateTime={entry.at}
        title={app("sydneyTime", { time: `${formats.full(at)}:${exactSecond(formats, at)}` })}
      >
        {formats.clock(at)}
      </time>
      <span className={styles["dot"]} data-tone={findEntryTone(entry.type)} aria-hidden="true" />
      <span>{describe(entry)}</span>
    </li>
  );
}

type Formats = ReturnType<typeof useTimeFormats>;

/** Returns `02.345`: seconds with their milliseconds. */
function exactSecond(formats: Formats, at: number): string {
  const second = formats.clock(at).split(":")[2] ?? "";
  return `${second}.${String(at % 1000).padStart(3, "0")}`;
}

/** Returns a function that writes the entries as a text file, with milliseconds. */
function useTimelineText() {
  const t = useTranslations("timeline");
  const formats = useTimeFormats();
  const describe = useEntryWords();
  return (call: Call, items: readonly TimelineEntry[]): { name: string; text: string } => {
    const at = Date.parse(call.arrivedAt);
    const name = call.caller.name ?? call.caller.numberDisplay;
    const lines = items.map((entry) => {
      const moment = Date.parse(entry.at);
      const time = `${formats.minute(moment)}:${exactSecond(formats, moment)}`;
      return `${time}  ${describe(entry)}`;
    });
    const heading = t("heading", { name, day: formats.full(at) });
    const day = call.arrivedAt.slice(0, 10);
    const file = { day, time: formats.minute(at).replace(":", "") };
    return { name: t("file", file), text: [heading, "", ...lines, ""].join("\n") };
  };
}
