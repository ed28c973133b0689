import { useFormatter, useTranslations } from "use-intl";

import type { FigureName } from "@linedesk/contract";
import { formatDuration } from "../../../ui/time/time-formats.ts";
import type { Answers } from "./day-range.ts";
import { findChange } from "./figure-table.ts";
import { useFigureWords } from "./use-figure-words.ts";

import styles from "./Analytics.module.css";

type TileName = "inbound" | "outbound" | "minutes" | "wait" | "abandoned";

interface Tile {
  name: TileName;
  figure: FigureName;
  now: number | undefined;
  before: number | undefined;
  isLoss: boolean;
}

function listTiles(answers: Answers): Tile[] {
  function tile(name: TileName, metric: keyof Answers, figure: FigureName): Tile {
    const { total, before } = answers[metric];
    const isLoss = name === "wait" || name === "abandoned";
    return { name, figure, now: total[figure], before: before?.total[figure], isLoss };
  }
  return [
    tile("inbound", "net_inbound_calls", "calls"),
    tile("outbound", "net_outbound_calls", "calls"),
    tile("minutes", "net_call_minutes", "minutes"),
    tile("wait", "waiting_times", "medianS"),
    tile("abandoned", "abandoned_calls", "percent"),
  ];
}

export function FigureTiles({ answers }: { answers: Answers }) {
  const t = useTranslations("analytics");
  const words = useFigureWords();
  return (
    <dl className={styles["tiles"]}>
      {listTiles(answers).map((tile) => (
        <div key={tile.name} className={styles["tile"]}>
          <dt>{t(`tile.${tile.name}`)}</dt>
          <dd>
            <span className={styles["number"]}>{words.figure(tile.figure, round(tile))}</span>{" "}
            <Change tile={tile} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function round({ figure, now }: Tile): number | undefined {
  return figure === "minutes" && now !== undefined ? Math.round(now) : now;
}

function Change({ tile }: { tile: Tile }) {
  const t = useTranslations("analytics");
  const format = useFormatter();
  const { now, before, figure, isLoss } = tile;
  if (now === undefined || before === undefined) {
    return null;
  }
  const isShare = figure === "medianS" || figure === "percent";
  const change = isShare ? Math.round((now - before) * 10) / 10 : findChange(now, before);
  if (change === null) {
    return null;
  }
  if (change === 0) {
    return <span className={styles["change"]}>{t("unchanged")}</span>;
  }
  const sign = change > 0 ? "+" : "−";
  const written =
    figure === "medianS"
      ? t("points", { change: `${sign}${formatDuration(Math.abs(change))}` })
      : t(isShare ? "points" : "change", {
          change: `${sign}${format.number(Math.abs(change), { maximumFractionDigits: 1 })}`,
        });
  return (
    <span className={styles["change"]} data-worse={change > 0 === isLoss}>
      {written}
    </span>
  );
}
