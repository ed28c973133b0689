import { AskDialog } from "./AskDialog.tsx";
import { useRefresh } from "./use-station-details.ts";

/** The question before an action; it names the effect. */
export interface Question {
  title: string;
  words: string;
  doWords: string;
}

interface AskAboutProps<One> {
  station: string;
  /** The subject of the question; `null` while no question is open. */
  about: One | null;
  question: (one: One) => Question;
  close: () => void;
  run: (one: One) => Promise<unknown>;
}

const silent: Question = { title: "", words: "", doWords: "" };

export function AskAbout<One>({ station, about, question, close, run }: AskAboutProps<One>) {
  const refresh = useRefresh(station);
  return (
    <AskDialog
      open={about !== null}
      {...(about === null ? silent : question(about))}
      close={close}
      run={async () => {
        if (about !== null) {
          await run(about);
          await refresh();
        }
      }}
    />
  );
}
