import { type FormEvent, useId, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";

import type { Prize } from "@linedesk/contract";
import { Button } from "../../ui/Button.tsx";
import type { PrizeView } from "./prize-view.ts";
import { RulesForm } from "./RulesForm.tsx";

import styles from "./Prizes.module.css";

export function PrizeStock({ view }: { view: PrizeView }) {
  const t = useTranslations("prizes");
  const { prizes, changePrize, addPrize, rules, setRules } = view;
  return (
    <>
      {prizes.length === 0 ? null : (
        <ul className={styles["wins"]} aria-label={t("stock")}>
          {prizes.map((prize) => (
            <StockLine key={`${prize.id}:${prize.version}`} prize={prize} change={changePrize} />
          ))}
        </ul>
      )}
      {addPrize === null ? null : <AddForm add={addPrize} pending={view.pending} />}
      {setRules === null || rules === null ? null : (
        <RulesForm
          key={JSON.stringify(rules)}
          rules={rules}
          save={setRules}
          pending={view.pending}
        />
      )}
    </>
  );
}

/** A stock is a whole number from 0 to this limit. */
const MOST_STOCK = 100_000;

function StockLine({ prize, change }: { prize: Prize; change: PrizeView["changePrize"] }) {
  const t = useTranslations("prizes");
  const format = useFormatter();
  const [stock, setStock] = useState(String(prize.stock));
  const { name, retired } = prize;
  const value = format.number(prize.valueCents / 100, { style: "currency", currency: "AUD" });
  function save(): void {
    const wanted = Number(stock);
    const isCount = stock !== "" && Number.isInteger(wanted) && wanted >= 0;
    if (isCount && wanted <= MOST_STOCK && wanted !== prize.stock) {
      change?.(prize, { stock: wanted });
    } else {
      setStock(String(prize.stock));
    }
  }
  return (
    <li className={styles["win"]}>
      <span className={styles["what"]}>
        <strong>{name}</strong>
        <span className={styles["muted"]}>{t("value", { value })}</span>
        {retired ? <span className={styles["muted"]}>{t("retired")}</span> : null}
      </span>
      <input
        className={styles["count"]}
        type="number"
        min={0}
        max={MOST_STOCK}
        step={1}
        aria-label={t("stockOf", { name })}
        value={stock}
        readOnly={change === null}
        onChange={(event) => setStock(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            save();
          }
        }}
      />
      {change === null ? null : (
        <Button look="quiet" onClick={() => change(prize, { retired: !retired })}>
          {t(retired ? "offer" : "retire")}
        </Button>
      )}
    </li>
  );
}

const empty = { name: "", worth: "", stock: "1" };

function AddForm({ add, pending }: { add: NonNullable<PrizeView["addPrize"]>; pending: boolean }) {
  const t = useTranslations("prizes");
  const [draft, setDraft] = useState(empty);
  const id = useId();
  function submit(event: FormEvent): void {
    event.preventDefault();
    const valueCents = Math.round(Number(draft.worth === "" ? "0" : draft.worth) * 100);
    add({ name: draft.name.trim(), valueCents, stock: Number(draft.stock) });
    setDraft(empty);
  }
  return (
    <form className={styles["form"]} aria-label={t("addPrize")} onSubmit={submit}>
      <h3>{t("addPrize")}</h3>
      <div className={styles["field"]}>
        <label htmlFor={`${id}-name`}>{t("name")}</label>
        <input
          id={`${id}-name`}
          className={styles["input"]}
          maxLength={100}
          required
          autoComplete="off"
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        />
      </div>
      <div className={styles["field"]}>
        <label htmlFor={`${id}-worth`}>{t("worth")}</label>
        <input
          id={`${id}-worth`}
          className={styles["input"]}
          type="number"
          min={0}
          max={1_000_000}
          step={0.01}
          value={draft.worth}
          onChange={(event) => setDraft({ ...draft, worth: event.target.value })}
        />
      </div>
      <div className={styles["field"]}>
        <label htmlFor={`${id}-stock`}>{t("count")}</label>
        <input
          id={`${id}-stock`}
          className={styles["input"]}
          type="number"
          min={0}
          max={MOST_STOCK}
          step={1}
          required
          value={draft.stock}
          onChange={(event) => setDraft({ ...draft, stock: event.target.value })}
        />
      </div>
      <div className={styles["buttons"]}>
        <Button type="submit" pending={pending}>
          {t("add")}
        </Button>
      </div>
    </form>
  );
}
