import { useId } from "react";
import { useController, type UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { shrinkLogo } from "./shrink-logo.ts";
import type { StationFields } from "./station-fields.ts";

import styles from "./Admin.module.css";

interface LooksCardProps {
  form: UseFormReturn<StationFields>;
}

/** The colour in the field while none is chosen. */
const NO_COLOUR = "#59626b";

export function LooksCard({ form }: LooksCardProps) {
  const t = useTranslations("admin.station");
  return (
    <div className={styles["card"]}>
      <h3>{t("looks")}</h3>
      <div className={styles["pair"]}>
        <LogoField form={form} />
        <ColourField form={form} />
      </div>
    </div>
  );
}

function LogoField({ form }: LooksCardProps) {
  const t = useTranslations("admin.station");
  const { field, fieldState } = useController({ control: form.control, name: "logo" });
  const id = useId();
  async function choose(input: HTMLInputElement) {
    const [file] = input.files ?? [];
    if (file === undefined) {
      return;
    }
    const logo = await shrinkLogo(file);
    // If the input kept its value, choosing the same file again would cause no event.
    input.value = "";
    if (logo === null) {
      form.setError("logo", { message: t("logoWrong") });
      return;
    }
    form.clearErrors("logo");
    field.onChange(logo);
  }
  return (
    <div className={styles["row"]}>
      <label htmlFor={id}>{t("logo")}</label>
      {field.value === "" ? null : (
        <div className={styles["buttons"]}>
          <img className={styles["logo"]} src={field.value} alt={t("logo")} />
          <Button look="quiet" onClick={() => field.onChange("")}>
            {t("noLogo")}
          </Button>
        </div>
      )}
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-describedby={`${id}-hint`}
        onChange={(event) => void choose(event.currentTarget)}
      />
      {fieldState.error === undefined ? null : (
        <output className={styles["wrong"]}>{fieldState.error.message}</output>
      )}
      <p id={`${id}-hint`} className={styles["hint"]}>
        {t("logoHint")}
      </p>
    </div>
  );
}

function ColourField({ form }: LooksCardProps) {
  const t = useTranslations("admin.station");
  const { field } = useController({ control: form.control, name: "colour" });
  const id = useId();
  const isNone = field.value === "";
  return (
    <div className={styles["row"]}>
      <label htmlFor={id}>{t("colour")}</label>
      <div className={styles["buttons"]}>
        <input
          id={id}
          type="color"
          value={isNone ? NO_COLOUR : field.value}
          onChange={(event) => field.onChange(event.target.value)}
        />
        {isNone ? (
          <span className={styles["quiet"]}>{t("colourOfOurs")}</span>
        ) : (
          <Button look="quiet" onClick={() => field.onChange("")}>
            {t("noColour")}
          </Button>
        )}
      </div>
    </div>
  );
}
