import type { UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";

import { trunkDigits, trunkEncryptions, trunkNumberFormats } from "@linedesk/contract";
import { CheckRow } from "../FormCard.tsx";
import { LinesRow } from "../LinesRow.tsx";
import { SelectRow } from "../registers/SelectRow.tsx";
import { TextRow } from "../TextRow.tsx";
import { inputOf, useControl } from "../use-checked-form.ts";
import { CodecOrder } from "./CodecOrder.tsx";
import { FieldGroup } from "./FieldGroup.tsx";
import { nameCodec } from "./name-codec.ts";
import { splitLines, type TrunkFormFields } from "./trunk-form-fields.ts";

interface TrunkTermsProps {
  form: UseFormReturn<TrunkFormFields>;
}

/** Shows the groups of fields that define which calls a trunk carries, and in which form. */
export function TrunkTerms({ form }: TrunkTermsProps) {
  return (
    <>
      <CapacityGroup form={form} />
      <SoundGroup form={form} />
      <NumbersGroup form={form} />
    </>
  );
}

function CapacityGroup({ form }: TrunkTermsProps) {
  const t = useTranslations("telephony");
  const { channels, priority } = form.watch();
  const limit = channels === "" ? t("anyChannels") : t("atMost", { channels });
  return (
    <FieldGroup
      title={t("group.capacity")}
      summary={[limit, t("withPriority", { priority })].join(" · ")}
      form={form}
      fields={["channels", "priority"]}
    >
      <TextRow
        label={t("channels")}
        hint={t("channelsHint")}
        inputMode="numeric"
        maxLength={5}
        {...inputOf(form, "channels")}
      />
      <TextRow
        label={t("priority")}
        hint={t("priorityHint")}
        inputMode="numeric"
        maxLength={3}
        {...inputOf(form, "priority")}
      />
    </FieldGroup>
  );
}

function SoundGroup({ form }: TrunkTermsProps) {
  const t = useTranslations("telephony");
  const { codecs, encryption, transport } = form.watch();
  return (
    <FieldGroup
      title={t("group.sound")}
      summary={[codecs.map(nameCodec).join(", "), t(`encryptions.${encryption}`)].join(" · ")}
      form={form}
      fields={["codecs", "encryption"]}
    >
      <CodecOrder form={form} />
      <SelectRow
        label={t("encryption")}
        hint={t("encryptionHint")}
        options={trunkEncryptions.map((value) => ({ value, label: t(`encryptions.${value}`) }))}
        {...useControl(form, "encryption")}
      />
      {encryption === "off" || transport === "tls" ? null : (
        <CheckRow form={form} name="keysInClear">
          {t("keysInClear")}
        </CheckRow>
      )}
      <SelectRow
        label={t("digits")}
        options={trunkDigits.map((value) => ({ value, label: t(`digitForms.${value}`) }))}
        {...useControl(form, "digits")}
      />
    </FieldGroup>
  );
}

function NumbersGroup({ form }: TrunkTermsProps) {
  const t = useTranslations("telephony");
  const { carries, numberFormat } = form.watch();
  const carried = splitLines(carries);
  const all = carried.includes("*") ? t("allNumbers") : carried.join(", ");
  return (
    <FieldGroup
      title={t("group.numbers")}
      summary={[all, t("writtenAs", { number: t(`format.${numberFormat}`) })].join(" · ")}
      form={form}
      fields={["carries", "callerId", "country", "nationalPrefix", "internationalPrefix"]}
    >
      <SelectRow
        label={t("numberFormat")}
        options={trunkNumberFormats.map((value) => ({ value, label: t(`format.${value}`) }))}
        {...useControl(form, "numberFormat")}
      />
      {numberFormat === "e164" ? null : <CountryFields form={form} />}
      <LinesRow
        label={t("carried")}
        hint={t("carriedHint")}
        rows={2}
        maxLength={3_600}
        {...inputOf(form, "carries")}
      />
      <TextRow
        label={t("shownNumber")}
        hint={t("shownNumberHint")}
        inputMode="tel"
        maxLength={16}
        {...inputOf(form, "callerId")}
      />
      <CheckRow form={form} name="emergency">
        {t("emergency")}
      </CheckRow>
      <CheckRow form={form} name="assertsIdentity">
        {t("assertsIdentity")}
      </CheckRow>
    </FieldGroup>
  );
}

function CountryFields({ form }: TrunkTermsProps) {
  const t = useTranslations("telephony");
  return (
    <>
      <TextRow
        label={t("country")}
        inputMode="numeric"
        maxLength={3}
        {...inputOf(form, "country")}
      />
      <TextRow
        label={t("nationalPrefix")}
        inputMode="numeric"
        maxLength={6}
        {...inputOf(form, "nationalPrefix")}
      />
      <TextRow
        label={t("internationalPrefix")}
        inputMode="numeric"
        maxLength={6}
        {...inputOf(form, "internationalPrefix")}
      />
    </>
  );
}
