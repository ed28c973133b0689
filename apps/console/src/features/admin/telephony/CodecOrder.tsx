import { ArrowDown, ArrowUp } from "lucide-react";
import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";

import { trunkCodecs } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { useControl } from "../use-checked-form.ts";
import { nameCodec } from "./name-codec.ts";
import type { TrunkFormFields } from "./trunk-form-fields.ts";

import adminStyles from "../Admin.module.css";
import styles from "./Trunks.module.css";

type Codec = TrunkFormFields["codecs"][number];

/** Shows which codecs a trunk uses and their order; those that it does not use come last. */
export function CodecOrder({ form }: { form: UseFormReturn<TrunkFormFields> }) {
  const t = useTranslations("telephony");
  const { value: used, onChange, wrong } = useControl(form, "codecs");
  const id = useId();
  const unused = trunkCodecs.filter((codec) => !used.includes(codec));
  function toggle(codec: Codec, isUsed: boolean): void {
    const others = used.filter((one) => one !== codec);
    onChange(isUsed ? [...others, codec] : others);
  }
  function move(codec: Codec, by: -1 | 1): void {
    const at = used.indexOf(codec);
    const others = used.filter((one) => one !== codec);
    onChange(others.toSpliced(at + by, 0, codec));
  }
  return (
    <fieldset className={classNames(adminStyles["row"], styles["ordered"])} aria-labelledby={id}>
      <span id={id}>{t("codecs")}</span>
      <ul className={styles["codecs"]}>
        {[...used, ...unused].map((codec) => {
          const at = used.indexOf(codec);
          const name = nameCodec(codec);
          return (
            <li key={codec}>
              <Checkbox checked={at !== -1} onChange={(isUsed) => toggle(codec, isUsed)}>
                {name}
              </Checkbox>
              <Button
                look="quiet"
                icon={ArrowUp}
                aria-label={t("earlier", { name })}
                disabledReason={at === 0 ? t("isFirst", { name }) : null}
                onClick={at === -1 ? null : () => move(codec, -1)}
              />
              <Button
                look="quiet"
                icon={ArrowDown}
                aria-label={t("later", { name })}
                disabledReason={at === used.length - 1 ? t("isLast", { name }) : null}
                onClick={at === -1 ? null : () => move(codec, 1)}
              />
            </li>
          );
        })}
      </ul>
      {wrong === undefined ? null : <output className={adminStyles["wrong"]}>{wrong}</output>}
      <p className={adminStyles["hint"]}>{t("codecsHint")}</p>
    </fieldset>
  );
}
