import { useTranslations } from "use-intl";

import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import type { MenuAnchor } from "../../ui/Menu.tsx";
import { Popover } from "../../ui/Popover.tsx";
import type { CallerFlag, CallerFlagsView } from "./use-caller-flags.ts";

import styles from "./FlagPopover.module.css";

interface FlagPopoverProps {
  view: CallerFlagsView | null;
  anchor: MenuAnchor | null;
  close: () => void;
}

/** The station's flags, ticked where the caller carries them, each with its reason [FL13]. */
export function FlagPopover({ view, anchor, close }: FlagPopoverProps) {
  const t = useTranslations("flags");
  const caller = view?.call.caller;
  const name = caller?.name ?? caller?.numberDisplay ?? "";
  return (
    <Popover open={view !== null} onClose={close} anchor={anchor} title={t("title", { name })}>
      {view === null ? null : <FlagList view={view} />}
    </Popover>
  );
}

function FlagList({ view }: { view: CallerFlagsView }) {
  const t = useTranslations("flags");
  if (view.status === "failed") {
    return <p className={styles["words"]}>{t("failed", { words: view.words })}</p>;
  }
  if (view.status === "loading") {
    return <p className={styles["words"]}>{t("loading")}</p>;
  }
  if (view.flags.length === 0) {
    return <p className={styles["words"]}>{t("none")}</p>;
  }
  return (
    <div className={styles["list"]}>
      {view.flags.map((one) => (
        <FlagLine key={one.flag.id} one={one} />
      ))}
    </div>
  );
}

function FlagLine({ one }: { one: CallerFlag }) {
  const t = useTranslations("flags");
  const { flag, carried, reason, change } = one;
  return (
    <div>
      <Checkbox
        checked={carried}
        disabled={change === null}
        detail={flag.kind === "label" ? undefined : t(`kind.${flag.kind}`)}
        onChange={(next) => change?.({ carried: next })}
      >
        {flag.name}
      </Checkbox>
      {carried ? (
        <Field
          label={t("reason", { flag: flag.name })}
          value={reason}
          placeholder={t("reasonHint")}
          maxLength={500}
          save={change === null ? null : (next) => change({ carried: true, reason: next })}
          state={{ status: "idle" }}
          words={{ saving: "", retry: "" }}
        />
      ) : null}
    </div>
  );
}
