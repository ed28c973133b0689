import { useState } from "react";
import { useTranslations } from "use-intl";

import type { CallerCard } from "../../client/caller-card.ts";
import { useRootState, useOpenTimeline, useOpenDial } from "../../client/ConsoleProvider.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { PeopleCard } from "./PeopleCard.tsx";

import styles from "./People.module.css";

interface PeoplePanelProps {
  card: CallerCard | null;
  showCard: (card: CallerCard | null) => void;
}

export function PeoplePanel({ card, showCard }: PeoplePanelProps) {
  const open = useRootState((state) => state.calls.station) ?? "";
  const [chosen, choose] = useState<string | null>(null);
  const openTimeline = useOpenTimeline();
  const dial = useOpenDial();
  const station = card?.station ?? chosen ?? open;
  return (
    <div className={styles["card"]}>
      {card === null ? <StationChoice station={station} choose={choose} /> : null}
      <PeopleCard
        station={station}
        caller={card?.caller ?? null}
        show={(caller) => showCard(caller === null ? null : { station, caller })}
        openTimeline={openTimeline}
        dial={dial}
      />
    </div>
  );
}

function StationChoice({ station, choose }: { station: string; choose: (id: string) => void }) {
  const t = useTranslations("people");
  const open = useRootState((state) => state.calls.station);
  const watched = useRootState((state) => state.watched.byStation);
  const stations = useRootState((state) => state.desk.stations);
  const options = stations
    .filter(({ id }) => id === open || id in watched)
    .map(({ id, callSign }) => ({ value: id, label: callSign }));
  return options.length < 2 ? null : (
    <SelectField label={t("station")} value={station} options={options} onChange={choose} />
  );
}
