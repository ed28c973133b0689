import { useId } from "react";
import { useController, type UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";

import { Button } from "../../ui/Button.tsx";
import { shrinkLogo } from "./shrink-logo.ts";
import type { StationFields } from "./station-fields.ts";
import { RowLabel, TextRow } from "./TextRow.tsx";
import { inputOf } from "./use-checked-form.ts";

import styles from "./Admin.module.css";

interface FieldProps {
  form: UseFormReturn<StationFields>;
}

/** The colour in the field while none is chosen. */
const NO_COLOUR = "#59626b";

/** Shows the call sign and name of the station, and the colour and logo that its desks show. */
export function LooksCard({ form, callSign }: FieldProps & { callSign: string }) {
  const t = useTranslations("admin.station");
  return (
    <div className={styles["card"]}>
      <h3>{t("looks")}</h3>
      <TextRow label={t("callSign")} hint={t("callSignHint")} value={callSign} readOnly />
      <TextRow label={t("name")} maxLength={100} {...inputOf(form, "name")} />
      <ColourField form={form} />
      <LogoField form={form} />
    </div>
  );
}

function LogoField({ form }: FieldProps) {
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
      <RowLabel id={id} label={t("logo")} isChanged={fieldState.isDirty} />
      <div className={styles["buttons"]}>
        {field.value === "" ? null : (
          <img className={styles["logo"]} src={field.value} alt={t("logo")} />
        )}
        <label className={styles["pick"]}>
          {t(field.value === "" ? "chooseLogo" : "replaceLogo")}
          <input
            id={id}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-describedby={`${id}-hint`}
            onChange={(event) => void choose(event.currentTarget)}
          />
        </label>
        {field.value === "" ? null : (
          <Button look="quiet" onClick={() => field.onChange("")}>
            {t("noLogo")}
          </Button>
        )}
      </div>
      {fieldState.error === undefined ? null : (
        <output className={styles["wrong"]}>{fieldState.error.message}</output>
      )}
      <p id={`${id}-hint`} className={styles["hint"]}>
        {t("logoHint")}
      </p>
    </div>
  );
}

function ColourField({ form }: FieldProps) {
  const t = useTranslations("admin.station");
  const { field, fieldState } = useController({ control: form.control, name: "colour" });
  const id = useId();
  const isNone = field.value === "";
  return (
    <div className={styles["row"]}>
      <RowLabel id={id} label={t("colour")} isChanged={fieldState.isDirty} />
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
