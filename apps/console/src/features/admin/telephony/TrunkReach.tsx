import type { UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";

import { trunkTransports } from "@linedesk/contract";
import { CheckRow } from "../FormCard.tsx";
import { LinesRow } from "../LinesRow.tsx";
import { SelectRow } from "../registers/SelectRow.tsx";
import { TextRow } from "../TextRow.tsx";
import { inputOf, useControl } from "../use-checked-form.ts";
import { FieldGroup } from "./FieldGroup.tsx";
import { splitLines, type TrunkFormFields } from "./trunk-form-fields.ts";

interface TrunkReachProps {
  form: UseFormReturn<TrunkFormFields>;
}

interface TrunkReachOptions extends TrunkReachProps {
  hasPassword: boolean;
}

/**
 * Shows the groups of fields that define how the exchange reaches a trunk, and how the trunk
 * reaches the exchange.
 */
export function TrunkReach({ form, hasPassword }: TrunkReachOptions) {
  return (
    <>
      <WhereGroup form={form} />
      <SourcesGroup form={form} />
      <RegistrationGroup form={form} hasPassword={hasPassword} />
    </>
  );
}

function WhereGroup({ form }: TrunkReachProps) {
  const t = useTranslations("telephony");
  const { hosts, transport } = form.watch();
  return (
    <FieldGroup
      title={t("group.where")}
      summary={[splitLines(hosts).join(", "), transport.toUpperCase()].join(" · ")}
      form={form}
      fields={["name", "hosts", "domain", "authority", "keepAliveS"]}
      isFirstOpen
    >
      <TextRow
        label={t("trunkName")}
        hint={t("trunkNameHint")}
        maxLength={40}
        {...inputOf(form, "name")}
      />
      <LinesRow
        label={t("hosts")}
        hint={t("hostsHint")}
        rows={2}
        inputMode="url"
        maxLength={2_100}
        {...inputOf(form, "hosts")}
      />
      <SelectRow
        label={t("transport")}
        options={trunkTransports.map((value) => ({ value, label: value.toUpperCase() }))}
        {...useControl(form, "transport")}
      />
      {transport === "tls" ? (
        <LinesRow
          label={t("authority")}
          hint={t("authorityHint")}
          rows={3}
          maxLength={9_999}
          {...inputOf(form, "authority")}
        />
      ) : null}
      <TextRow
        label={t("domain")}
        hint={t("domainHint")}
        maxLength={255}
        {...inputOf(form, "domain")}
      />
      <TextRow
        label={t("keepAlive")}
        hint={t("keepAliveHint")}
        inputMode="numeric"
        maxLength={4}
        {...inputOf(form, "keepAliveS")}
      />
    </FieldGroup>
  );
}

function SourcesGroup({ form }: TrunkReachProps) {
  const t = useTranslations("telephony");
  const networks = splitLines(form.watch("sources"));
  return (
    <FieldGroup
      title={t("group.sources")}
      summary={[t("hostsThemselves"), ...networks].join(", ")}
      form={form}
      fields={["sources"]}
    >
      <LinesRow
        label={t("sources")}
        hint={t("sourcesHint")}
        rows={3}
        maxLength={3_000}
        {...inputOf(form, "sources")}
      />
      <CheckRow form={form} name="challenges">
        {t("challenges")}
      </CheckRow>
    </FieldGroup>
  );
}

function RegistrationGroup({ form, hasPassword }: TrunkReachOptions) {
  const t = useTranslations("telephony");
  const { username, registers } = form.watch();
  const registersNow = registers && username.trim() !== "";
  return (
    <FieldGroup
      title={t("group.registration")}
      summary={username.trim() === "" ? t("noRegister") : username}
      form={form}
      fields={["username", "password", "registrar", "registersAs", "expiresS"]}
      isFirstOpen
    >
      <TextRow
        label={t("username")}
        hint={t("usernameHint")}
        maxLength={128}
        {...inputOf(form, "username")}
      />
      <TextRow
        label={t("password")}
        hint={hasPassword ? t("passwordKept") : t("passwordHint")}
        type="password"
        autoComplete="new-password"
        maxLength={128}
        {...inputOf(form, "password")}
      />
      <CheckRow form={form} name="registers">
        {t("registers")}
      </CheckRow>
      {registersNow ? <RegistrarFields form={form} /> : null}
    </FieldGroup>
  );
}

function RegistrarFields({ form }: TrunkReachProps) {
  const t = useTranslations("telephony");
  return (
    <>
      <TextRow
        label={t("registersAs")}
        hint={t("registersAsHint")}
        maxLength={128}
        {...inputOf(form, "registersAs")}
      />
      <TextRow
        label={t("registrar")}
        hint={t("registrarHint")}
        inputMode="url"
        maxLength={255}
        {...inputOf(form, "registrar")}
      />
      <TextRow
        label={t("expires")}
        hint={t("expiresHint")}
        inputMode="numeric"
        maxLength={5}
        {...inputOf(form, "expiresS")}
      />
    </>
  );
}
