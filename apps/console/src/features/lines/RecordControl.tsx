import { useMemo } from "react";
import { useTranslations } from "use-intl";

import type { Call } from "@linedesk/contract";
import { findCommandName, findKey } from "../../client/actions/desk-actions.ts";
import { bindCommand } from "../../ui/keys/bind-command.ts";
import { useCommands } from "../../ui/keys/KeyboardProvider.tsx";
import { LazyWords } from "../../ui/LazyWords.tsx";
import type { LineView } from "./line-view.ts";
import { RecordButton, useRecording } from "./RecordButton.tsx";
import { recordingMessages } from "./recording-messages.ts";

interface RecordControlProps {
  view: LineView;
  call: Call;
}

export function RecordControl(props: RecordControlProps) {
  return (
    <LazyWords words={words}>
      <Control {...props} />
    </LazyWords>
  );
}

const words = { recording: recordingMessages };

function Control({ call, view: { line, number, selected } }: RecordControlProps) {
  const t = useTranslations("deskActions");
  const view = useRecording(call, line);
  const toggle = view.start ?? view.stop;
  const commands = useMemo(() => {
    const label = t(findCommandName("record"));
    return selected && toggle !== null
      ? [{ ...bindCommand(findKey("record")), label, run: toggle }]
      : [];
  }, [selected, toggle, t]);
  useCommands(commands);
  return <RecordButton view={view} number={number} selected={selected} />;
}
