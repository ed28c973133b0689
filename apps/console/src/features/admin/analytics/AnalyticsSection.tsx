import { useState } from "react";

import { findStationDay } from "@linedesk/contract";
import { LazyWords } from "../../../ui/LazyWords.tsx";
import { useFromNow } from "../../../ui/time/TimeProvider.tsx";
import { SectionState } from "../SectionState.tsx";
import { useLineDetails } from "../use-station-details.ts";
import { analyticsMessages } from "./analytics-messages.ts";
import { AnalyticsView } from "./AnalyticsView.tsx";
import { type DayRange, findRange, type RangeName, useAnalytics } from "./day-range.ts";
import { RangeFields } from "./RangeFields.tsx";

import styles from "./Analytics.module.css";

const words = { analytics: analyticsMessages };

export function AnalyticsSection({ station }: { station: string }) {
  return (
    <LazyWords words={words}>
      <StationFigures station={station} />
    </LazyWords>
  );
}

function StationFigures({ station }: { station: string }) {
  const today = useFromNow((now) => findStationDay(new Date(now)));
  const [name, setName] = useState<RangeName>("week");
  const [own, setOwn] = useState<DayRange>(() => findRange("week", today));
  const [line, setLine] = useState<string | null>(null);
  const range = name === "own" ? own : findRange(name, today);
  const fetched = useAnalytics(station, { ...range, line });
  const lines = useLineDetails(station);
  return (
    <div className={styles["page"]}>
      <RangeFields
        chosen={{ name, range, line }}
        today={today}
        lines={lines.status === "loaded" ? lines.data : []}
        setName={(chosen) => {
          // Days of one's own begin with those that were shown.
          setOwn(range);
          setName(chosen);
        }}
        setRange={setOwn}
        setLine={setLine}
      />
      {fetched.status === "loaded" ? (
        <AnalyticsView answers={fetched.data} />
      ) : (
        <SectionState fetched={fetched} />
      )}
    </div>
  );
}
