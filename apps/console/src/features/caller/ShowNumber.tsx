import { useId, useState } from "react";
import { useTranslations } from "use-intl";

import { type ShowReason, showReasons } from "@linedesk/contract";
import { describeFailure } from "../../client/failures/describe-failure.ts";
import { Button } from "../../ui/Button.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import type { CallerView } from "./caller-view.ts";

import styles from "./ShowNumber.module.css";

interface ShowNumberProps {
  name: string;
  show: NonNullable<CallerView["showNumber"]>;
}

/** Shows a masked number in full for a given reason, until the caller's card closes. */
export function ShowNumber({ name, show }: ShowNumberProps) {
  const t = useTranslations("showNumber");
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  if (shown !== null) {
    return (
      <output className={styles["shown"]} title={t("shown")}>
        {shown}
      </output>
    );
  }
  return (
    <>
      <Button look="quiet" onClick={(event) => setAnchor(event.currentTarget)}>
        {t("open")}
      </Button>
      <Popover
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchor={anchor}
        title={t("title", { name })}
      >
        <ReasonForm
          show={async (reason, words) => {
            setShown(await show(reason, words));
            setAnchor(null);
          }}
        />
      </Popover>
    </>
  );
}

function ReasonForm({ show }: { show: (reason: ShowReason, words: string) => Promise<unknown> }) {
  const t = useTranslations("showNumber");
  const id = useId();
  const [reason, setReason] = useState<ShowReason>("safety");
  const [words, setWords] = useState("");
  const [failed, setFailed] = useState<string | null>(null);
  async function submit() {
    setFailed(null);
    try {
      await show(reason, words);
    } catch (error) {
      setFailed(describeFailure(error).words);
    }
  }
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <SelectField
        label={t("why")}
        value={reason}
        options={showReasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
        onChange={(value) => setReason(value as ShowReason)}
      />
      <label htmlFor={id}>{t("words")}</label>
      <input
        id={id}
        className={styles["input"]}
        value={words}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setWords(event.target.value)}
      />
      <p className={styles["words"]}>{t("logged")}</p>
      {failed === null ? null : <output className={styles["failed"]}>{failed}</output>}
      <Button type="submit" look="primary">
        {t("show")}
      </Button>
    </form>
  );
}
