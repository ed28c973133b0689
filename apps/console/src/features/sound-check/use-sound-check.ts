import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";

import { listPreflights, type StoredPreflight } from "@linedesk/contract";
import { useConsole, useOpenStation } from "../../client/ConsoleProvider.tsx";
import { CheckRunner, toVerdict } from "./check-runner.ts";
import { idleCheck, isRunning, nextSoundCheck, type SoundCheckView } from "./sound-check.ts";

const LAST = ["preflight", "last"];

function describeLast(stored: StoredPreflight | undefined): SoundCheckView["last"] {
  if (stored === undefined) {
    return null;
  }
  const { outcome, at } = stored;
  return { at, verdict: outcome.status === "completed" ? toVerdict(outcome.report) : null };
}

export function useSoundCheck(): SoundCheckView {
  const context = useConsole();
  const say = useTranslations("soundCheck.failed");
  const queries = useQueryClient();
  const station = useOpenStation()?.id ?? "";
  const [check, setCheck] = useState(idleCheck);
  const [isRecording, setRecording] = useState(false);
  const runner = useRef<CheckRunner | null>(null);
  const last = useQuery({
    queryKey: LAST,
    queryFn: ({ signal }) => context.http.call(listPreflights, { query: { limit: 1 }, signal }),
  });
  useEffect(() => () => runner.current?.close(), []);

  return useMemo((): SoundCheckView => {
    const { storage } = context.page;
    const devices = { input: storage.inputDevice(station), output: storage.outputDevice(station) };
    function dispatch(event: Parameters<typeof nextSoundCheck>[1]): void {
      setCheck((before) => nextSoundCheck(before, event));
    }
    function run(): void {
      runner.current?.close();
      runner.current = new CheckRunner(context, {
        ...devices,
        say,
        onEvent: dispatch,
        onStored: () => void queries.invalidateQueries({ queryKey: LAST }),
      });
      dispatch({ type: "started" });
      runner.current.start();
    }
    async function record(): Promise<void> {
      setRecording(true);
      try {
        await (await import("../../client/audio/record-and-play.ts")).recordAndPlay(devices);
      } finally {
        setRecording(false);
      }
    }
    const isBusy = isRunning(check);
    return {
      check,
      run: isBusy ? null : run,
      answer:
        check.speaker.status === "asking"
          ? (isAudible) =>
              dispatch(
                isAudible
                  ? { type: "passed", step: "speaker" }
                  : { type: "failed", step: "speaker", words: say("unheard") },
              )
          : null,
      recordAndPlay: isBusy || isRecording ? null : () => void record().catch(() => undefined),
      readLevel: () => runner.current?.readLevel() ?? 0,
      last: describeLast(last.data?.items[0]),
    };
  }, [context, say, queries, station, check, isRecording, last.data]);
}
