import { useId, useState } from "react";
import { useTranslations } from "use-intl";

import type { PrizeListener } from "@linedesk/contract";
import { toMoment } from "../../lib/read-win.ts";
import { Button } from "../../ui/Button.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { useNow, useTimeFormats } from "../../ui/time/TimeProvider.tsx";
import type { NewWin, PrizeView } from "./prize-view.ts";

import styles from "./Prizes.module.css";

interface RecordFormProps {
  view: PrizeView;
  listener: PrizeListener;
  record: (win: NewWin) => void;
}

export function RecordForm({ view, listener, record }: RecordFormProps) {
  const t = useTranslations("prizes");
  const [chosen, choose] = useState<string | null>(null);
  const [address, setAddress] = useState("");
  const [exception, setException] = useState<string | null>(null);
  const prizes = view.prizes.filter(({ stock, retired }) => stock > 0 && !retired);
  const prize = (prizes.find(({ id }) => id === chosen) ?? prizes[0])?.id;
  if (prize === undefined) {
    return <p className={styles["muted"]}>{t("noPrizes")}</p>;
  }
  const isException = !listener.mayWin && exception !== null;
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        record({ prize, address: address.trim(), exception: isException ? exception : null });
        setException(null);
      }}
    >
      <SelectField
        label={t("prize")}
        value={prize}
        options={prizes.map(({ id, name, stock }) => ({
          value: id,
          label: t("left", { name, count: String(stock) }),
        }))}
        onChange={choose}
      />
      <TextField
        label={t("address")}
        hint={t("addressHint")}
        value={address}
        change={setAddress}
        required={false}
      />
      {isException ? (
        <TextField
          label={t("exception")}
          hint={t("exceptionHint")}
          value={exception}
          change={setException}
          required
        />
      ) : null}
      <RecordButtons
        view={view}
        listener={listener}
        isException={isException}
        except={(wanted) => setException(wanted ? "" : null)}
      />
    </form>
  );
}

interface TextFieldProps {
  label: string;
  hint: string;
  value: string;
  change: (value: string) => void;
  required: boolean;
}

function TextField({ label, hint, value, change, required }: TextFieldProps) {
  const id = useId();
  return (
    <div className={styles["field"]}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles["input"]}
        maxLength={300}
        placeholder={hint}
        autoComplete="off"
        required={required}
        value={value}
        onChange={(event) => change(event.target.value)}
      />
    </div>
  );
}

interface RecordButtonsProps {
  view: PrizeView;
  listener: PrizeListener;
  isException: boolean;
  except: (wanted: boolean) => void;
}

function RecordButtons({ view, listener, isException, except }: RecordButtonsProps) {
  const t = useTranslations("prizes");
  const formats = useTimeFormats();
  const now = useNow();
  const { mayWin, hold } = listener;
  const again = hold === null ? "" : formats.day(toMoment(hold.mayWinOn), now);
  if (isException) {
    return (
      <div className={styles["foot"]}>
        <Button look="danger" type="submit" pending={view.pending}>
          {t("recordException")}
        </Button>
        <Button onClick={() => except(false)}>{t("cancel")}</Button>
      </div>
    );
  }
  return (
    <div className={styles["foot"]}>
      <Button
        look="primary"
        type="submit"
        pending={view.pending}
        disabledReason={mayWin ? null : t("refusedNow", { again })}
      >
        {t("record")}
      </Button>
      {mayWin || !view.mayExcept ? null : (
        <Button onClick={() => except(true)}>{t("askException")}</Button>
      )}
    </div>
  );
}
