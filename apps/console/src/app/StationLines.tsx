import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";

import { useConsole } from "../client/ConsoleProvider.tsx";
import { findWayToTake, takeCall } from "../client/desk/take-call.ts";
import { selectCall, selectMe } from "../client/store/select-calls.ts";
import { usePermission } from "../client/use-permission.ts";
import { LineCard } from "../features/lines/LineCard.tsx";
import { LineKeypad, type OpenKeypad } from "../features/lines/LineKeypad.tsx";
import { useLine } from "../features/lines/use-line.ts";
import { useSound } from "../features/settings/use-sound.ts";
import { useDesk } from "../features/station/use-desk.ts";
import { OtherTabCard } from "../features/tabs/OtherTabCard.tsx";
import { useOtherTab } from "../features/tabs/use-other-tab.ts";
import { DropZone } from "../ui/drag/DropZone.tsx";

export function StationLines() {
  const other = useOtherTab();
  return other === null ? <BothLines /> : <OtherTabCard {...other} />;
}

function BothLines() {
  return (
    <>
      <StationLine line="line1" />
      <StationLine line="line2" />
    </>
  );
}

function StationLine({ line }: { line: "line1" | "line2" }) {
  const view = useLine(line);
  const { askMicrophone } = useSound();
  const { dismiss } = useDesk();
  const [keypad, setKeypad] = useState<OpenKeypad | null>(null);
  const call = view.call?.call.id;
  return (
    <>
      <LineDrop line={line}>
        <LineCard
          view={view}
          askMicrophone={askMicrophone}
          openKeypad={() => setKeypad(call === undefined ? null : { line, call })}
          dismiss={dismiss}
        />
      </LineDrop>
      {keypad === null ? null : <LineKeypad keypad={keypad} onClose={() => setKeypad(null)} />}
    </>
  );
}

/** A caller who is dropped on a line is answered there [QL25]. */
function LineDrop({ line, children }: { line: "line1" | "line2"; children: ReactNode }) {
  const t = useTranslations("queue");
  const context = useConsole();
  const mayAnswer = usePermission("screen");
  const { store } = context;
  return (
    <DropZone
      words={t("dropOn", { number: line === "line1" ? "1" : "2" })}
      takes={(id) => {
        const call = selectCall(store.getState(), id);
        return (
          mayAnswer && call !== null && findWayToTake(call, selectMe(store.getState())) !== null
        );
      }}
      onDrop={(id) => takeCall(context, id, line)}
    >
      {children}
    </DropZone>
  );
}
