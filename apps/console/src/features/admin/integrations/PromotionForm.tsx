import { useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import type { EndpointAnswer, EndpointBody, setPromotionSystem } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { FormCard } from "../FormCard.tsx";
import { TextRow } from "../TextRow.tsx";
import { useCheckedForm, inputOf } from "../use-checked-form.ts";

import styles from "../Admin.module.css";

type Tried = EndpointAnswer<typeof setPromotionSystem>;

interface PromotionFormProps {
  /** The address of the present system; `null` when there is none. */
  url: string | null;
  save: (change: EndpointBody<typeof setPromotionSystem>) => Promise<Tried>;
  close: () => void;
}

const SHORTEST_SECRET = 16;

/**
 * Sets the address of the promotion system; the server tests the system before it saves the
 * address.
 */
export function PromotionForm({ url, save, close }: PromotionFormProps) {
  const t = useTranslations("integrations");
  const isUrl = (text: string) => /^https?:\/\/./.test(text.trim());
  // An empty field keeps the stored secret. The server refuses an empty field if the host changes.
  const isSecret = (text: string) =>
    text.length >= SHORTEST_SECRET || (url !== null && text.length === 0);
  const schema = z.object({
    url: z.string().check(z.refine(isUrl, t("urlWrong"))),
    secret: z.string().check(z.refine(isSecret, t("promotionSecretWrong"))),
  });
  const form = useCheckedForm(schema, { url: url ?? "", secret: "" });
  const [trial, setTrial] = useState<Tried["trial"] | null>(null);
  // The second button saves the address although the test has failed.
  const anyway = useRef(false);
  return (
    <FormCard
      title={t("promotionSet")}
      form={form}
      first="url"
      close={close}
      submit={t("promotionTest")}
      send={async (fields) => {
        setTrial(null);
        const secret = fields.secret === "" ? null : fields.secret;
        const tried = await save({ url: fields.url.trim(), secret, anyway: anyway.current });
        anyway.current = false;
        if (!tried.saved) {
          setTrial(tried.trial);
          return "open";
        }
        return undefined;
      }}
    >
      <PromotionInputs form={form} isNew={url === null} />
      {trial === null ? null : (
        <div className={styles["buttons"]}>
          <output className={styles["refused"]}>{t(`promotionTrial.${trial}`)}</output>
          <Button
            type="submit"
            onClick={() => {
              anyway.current = true;
            }}
          >
            {t("promotionAnyway")}
          </Button>
        </div>
      )}
    </FormCard>
  );
}

interface PromotionInputsProps {
  form: UseFormReturn<{ url: string; secret: string }>;
  isNew: boolean;
}

function PromotionInputs({ form, isNew }: PromotionInputsProps) {
  const t = useTranslations("integrations");
  return (
    <>
      <TextRow
        label={t("url")}
        hint={t("promotionUrlHint")}
        inputMode="url"
        maxLength={2_000}
        {...inputOf(form, "url")}
      />
      <TextRow
        label={t("promotionSecret")}
        hint={isNew ? t("promotionSecretHint") : t("promotionSecretKept")}
        type="password"
        autoComplete="new-password"
        maxLength={200}
        {...inputOf(form, "secret")}
      />
    </>
  );
}
