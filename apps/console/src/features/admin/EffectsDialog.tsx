import { useTranslations } from "use-intl";

import { AskDialog } from "./AskDialog.tsx";
import { type CallerPath, findEffects } from "./find-effects.ts";

interface EffectsDialogProps<Fields extends CallerPath> {
  before: CallerPath;
  /** The fields to save; `null` while no question is open. */
  fields: Fields | null;
  close: () => void;
  save: (fields: Fields) => Promise<void>;
}

export function EffectsDialog<Fields extends CallerPath>(props: EffectsDialogProps<Fields>) {
  const { before, fields, close, save } = props;
  const t = useTranslations("admin.effects");
  const values = { target: fields?.forwardTo.trim() ?? "" };
  const effects = fields === null ? [] : findEffects(before, fields);
  return (
    <AskDialog
      open={fields !== null}
      title={t("title")}
      words={effects.map((effect) => t(effect, values)).join(" ")}
      doWords={t("do")}
      close={close}
      run={async () => {
        if (fields !== null) {
          await save(fields);
        }
      }}
    />
  );
}
