import { useCallback, useMemo } from "react";
import { useTranslations } from "use-intl";

import type { Call } from "@linedesk/contract";
import { findCommandName, findKey } from "../../client/actions/desk-actions.ts";
import { useConsole } from "../../client/ConsoleProvider.tsx";
import { noticed } from "../../client/store/desk-slice.ts";
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

/** Returns the action of the key at a station that records no calls: a notice explains this. */
function useExplainOff(): () => void {
  const t = useTranslations("recording");
  const { store } = useConsole();
  return useCallback(() => {
    const notice = { id: "record:off", tone: "info" as const, words: t("off"), code: null };
    store.dispatch(noticed({ ...notice, line: null }));
  }, [store, t]);
}

const words = { recording: recordingMessages };

function Control({ call, view: { line, number, selected } }: RecordControlProps) {
  const t = useTranslations("deskActions");
  const view = useRecording(call, line);
  const explain = useExplainOff();
  const run = view.start ?? view.stop ?? (view.isOff === true ? explain : null);
  const commands = useMemo(() => {
    const label = t(findCommandName("record"));
    return selected && run !== null ? [{ ...bindCommand(findKey("record")), label, run }] : [];
  }, [selected, run, t]);
  useCommands(commands);
  return <RecordButton view={view} number={number} selected={selected} />;
}
