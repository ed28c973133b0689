import { useMemo } from "react";
import { useTranslations } from "use-intl";

import type { Call } from "@linedesk/contract";
import type { Command } from "../../ui/keys/command.ts";
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
  const t = useTranslations("recording");
  const view = useRecording(call, line);
  const toggle = view.start ?? view.stop;
  const commands = useMemo(
    (): Command[] =>
      selected && toggle !== null
        ? [
            {
              id: "line.record",
              scope: "page",
              group: "calls",
              keys: ["t"],
              keyLabel: "T",
              label: t("command"),
              run: toggle,
            },
          ]
        : [],
    [selected, toggle, t],
  );
  useCommands(commands);
  return <RecordButton view={view} number={number} selected={selected} />;
}
