import { useRef, useState } from "react";
import { useTranslations } from "use-intl";

import { describeFailure } from "../../client/failures/describe-failure.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

import styles from "./Admin.module.css";

interface AskDialogProps {
  open: boolean;
  title: string;
  words: string;
  doWords: string;
  close: () => void;
  run: () => Promise<void>;
}

export function AskDialog({ open, title, words, doWords, close, run }: AskDialogProps) {
  const t = useTranslations("admin");
  const app = useTranslations("app");
  const cancel = useRef<HTMLButtonElement>(null);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  function leave() {
    setRefused(null);
    close();
  }
  async function confirm() {
    setPending(true);
    try {
      await run();
      leave();
    } catch (error) {
      setRefused(describeFailure(error).words);
    } finally {
      setPending(false);
    }
  }
  return (
    <Dialog
      open={open}
      onClose={leave}
      initialFocus={cancel}
      closeLabel={app("close")}
      title={title}
      actions={
        <>
          <Button ref={cancel} onClick={leave}>
            {t("cancel")}
          </Button>
          <Button look="danger" pending={pending} onClick={() => void confirm()}>
            {doWords}
          </Button>
        </>
      }
    >
      <p>{words}</p>
      {refused === null ? null : <output className={styles["refused"]}>{refused}</output>}
    </Dialog>
  );
}
