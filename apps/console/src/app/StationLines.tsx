import { lazy, memo, type ReactNode, Suspense, useState } from "react";
import { useTranslations } from "use-intl";

import { useConsole, usePermission, useRootState } from "../client/ConsoleProvider.tsx";
import { findTakeMethod, takeCall } from "../client/desk/actions/take-call.ts";
import { noticeClosed } from "../client/store/desk-slice.ts";
import { selectCall, selectMe } from "../client/store/select-calls.ts";
import { useBarredAt } from "../client/use-barred-lines.ts";
import { LineCard } from "../features/lines/LineCard.tsx";
import { useLine } from "../features/lines/use-line.ts";
import { useSound } from "../features/settings/use-sound.ts";
import { useOtherTab } from "../features/tabs/use-other-tab.ts";
import { DropZone } from "../ui/drag/DropZone.tsx";
import { withWords } from "../ui/LazyWords.tsx";
import { useDeskSize } from "../ui/use-desk-size.ts";

interface StationLinesProps {
  openKeypad: () => void;
  openConference: () => void;
}

const OtherTabCard = lazy(async () => {
  const words = await import("../features/tabs/tab-messages.ts");
  const loaded = await import("../features/tabs/OtherTabCard.tsx");
  return { default: withWords(loaded.OtherTabCard, { tabs: words.tabMessages }) };
});

/** A line draws its members only in a conference, so they are in a separate chunk. */
const LineMembers = lazy(async () => ({
  default: (await import("../features/conference/LineMembers.tsx")).LineMembers,
}));

const StationCutOffs = lazy(async () => {
  const loaded = await import("./StationCutOffs.tsx");
  return { default: loaded.StationCutOffs };
});

export const StationLines = memo((props: StationLinesProps) => {
  const other = useOtherTab();
  return other === null ? (
    <BothLines {...props} />
  ) : (
    <Suspense fallback={null}>
      <OtherTabCard {...other} />
    </Suspense>
  );
});

const LineTabs = lazy(async () => ({
  default: (await import("../features/lines/LineTabs.tsx")).LineTabs,
}));

function BothLines(props: StationLinesProps) {
  const size = useDeskSize();
  return (
    <>
      {size === "small" ? <StationLineTabs /> : null}
      <StationLine line="line1" {...props} />
      <StationLine line="line2" {...props} />
    </>
  );
}

function StationLineTabs() {
  const views = [useLine("line1"), useLine("line2")];
  return (
    <Suspense fallback={null}>
      <LineTabs views={views} />
    </Suspense>
  );
}

interface StationLineProps extends StationLinesProps {
  line: "line1" | "line2";
}

/**
 * Shows a line. Its buttons select the line first, because the keypad works on the selected line.
 */
function StationLine({ line, openKeypad, openConference }: StationLineProps) {
  const view = useLine(line);
  const { askMicrophone } = useSound();
  const { store } = useConsole();
  const bringIn = () => {
    view.select();
    openConference();
  };
  const { call, offer, direct, free } = view;
  const busy = call !== null || offer !== null || direct !== null || free === "toAir";
  const hasCutOffs = useRootState((state) => state.calls.cutOffsAt > 0);
  const isReady = view.device.status === "registered";
  // The state is here, because a call on the line unmounts the idle line.
  const [left, leave] = useState<string | null>(null);
  const ways = { line, isReady, left, leave };
  function wrapIdle(idle: ReactNode) {
    return (
      <Suspense fallback={idle}>
        <StationCutOffs part="line" selected={view.selected} idle={idle} {...ways} />
      </Suspense>
    );
  }
  return (
    <LineDrop line={line} busy={busy} selected={view.selected}>
      <LineCard
        view={view}
        askMicrophone={askMicrophone}
        openKeypad={() => {
          view.select();
          openKeypad();
        }}
        openConference={bringIn}
        members={
          <Suspense fallback={null}>
            <LineMembers line={line} bringIn={bringIn} />
          </Suspense>
        }
        dismiss={(id) => void store.dispatch(noticeClosed(id))}
        wrapIdle={hasCutOffs ? wrapIdle : null}
      />
    </LineDrop>
  );
}

interface LineDropProps {
  line: "line1" | "line2";
  busy: boolean;
  selected: boolean;
  children: ReactNode;
}

function LineDrop({ line, busy, selected, children }: LineDropProps) {
  const t = useTranslations("queue");
  const context = useConsole();
  const barredAt = useBarredAt();
  const mayAnswer = usePermission("screen");
  const { store } = context;
  return (
    <DropZone
      words={t("dropOn", { number: line === "line1" ? "1" : "2" })}
      busy={busy}
      selected={selected}
      takes={(id) => {
        const call = selectCall(store.getState(), id);
        const isBarred = call !== null && barredAt(call.station).has(line);
        return (
          mayAnswer &&
          call !== null &&
          !isBarred &&
          findTakeMethod(call, selectMe(store.getState())) !== null
        );
      }}
      onDrop={(id) => takeCall({ store, actions: context.desk.actions }, id, line)}
    >
      {children}
    </DropZone>
  );
}
