import { useTranslations } from "use-intl";

import { type WithheldRule, withheldRules } from "@linedesk/contract";
import { TextRow } from "../TextRow.tsx";
import { SelectRow } from "./SelectRow.tsx";

interface WithheldRowsProps {
  withheld: WithheldRule;
  words: string;
  change: (withheld: WithheldRule, words: string) => void;
}

export function WithheldRows({ withheld, words, change }: WithheldRowsProps) {
  const t = useTranslations("registers.withheld");
  return (
    <>
      <SelectRow
        label={t("label")}
        value={withheld}
        options={withheldRules.map((value) => ({ value, label: t(value) }))}
        onChange={(value) => change(value, words)}
      />
      {withheld === "reject" ? (
        <TextRow
          label={t("words")}
          hint={t("wordsHint")}
          value={words}
          maxLength={300}
          onChange={(event) => change(withheld, event.target.value)}
        />
      ) : null}
    </>
  );
}
