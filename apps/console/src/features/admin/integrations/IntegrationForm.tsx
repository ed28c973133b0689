import { useEffect } from "react";
import { useController, useForm } from "react-hook-form";
import { useTranslations } from "use-intl";

import {
  type Integration,
  type IntegrationKind,
  webhookEvents,
  type WebhookEventName,
} from "@linedesk/contract";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { FormFoot } from "../FormFoot.tsx";
import { TextRow } from "../TextRow.tsx";
import { useSave } from "../use-save.ts";
import { useUnsavedGuard } from "../use-unsaved-guard.ts";
import type { integrationMessages } from "./integration-messages.ts";
import type { IntegrationChanges, NewSecret } from "./use-integrations.ts";

import styles from "../Admin.module.css";

interface IntegrationFields {
  name: string;
  url: string;
  events: WebhookEventName[];
  enabled: boolean;
}

interface IntegrationFormProps {
  kind: IntegrationKind;
  /** Null adds one. */
  integration: Integration | null;
  changes: IntegrationChanges;
  close: () => void;
  showSecret: (secret: NewSecret) => void;
}

function toFields(one: Integration | null): IntegrationFields {
  const isOff = one?.state === "off" || one?.state === "failed";
  return {
    name: one?.name ?? "",
    url: one?.url ?? "",
    events: one?.events ?? ["call.arrived", "call.ended"],
    enabled: !isOff,
  };
}

export function IntegrationForm(props: IntegrationFormProps) {
  const { kind, integration, close } = props;
  const t = useTranslations("integrations");
  const admin = useTranslations("admin");
  const form = useForm<IntegrationFields>({
    defaultValues: toFields(integration),
    mode: "onChange",
  });
  const saving = useSave(form.setError);
  const send = useSend(props);
  useUnsavedGuard(form.formState.isDirty);
  // It was opened to be filled in.
  const { setFocus } = form;
  useEffect(() => setFocus("name"), [setFocus]);
  const submit = form.handleSubmit((fields) =>
    saving.run(async () => {
      await send(fields);
      form.reset(fields);
      close();
    }),
  );
  const add = kind === "webhook" ? t("addWebhook") : t("addInput");
  return (
    <form
      className={styles["card"]}
      aria-label={integration === null ? add : t("edit", { name: integration.name })}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <TextRow
        label={t("name")}
        wrong={form.formState.errors.name?.message}
        maxLength={100}
        {...form.register("name", {
          validate: (text) => text.trim() !== "" || admin("station.needed"),
        })}
      />
      {kind === "webhook" ? <WebhookFields form={form} /> : null}
      {integration === null ? null : <Enabled form={form} />}
      <FormFoot
        saving={saving}
        state="clean"
        cancel={() => {
          form.reset();
          close();
        }}
      />
    </form>
  );
}

function useSend({ kind, integration, changes, showSecret }: IntegrationFormProps) {
  return async ({ name, url, events, enabled }: IntegrationFields) => {
    const isWebhook = kind === "webhook";
    const wanted = {
      name: name.trim(),
      url: isWebhook ? url.trim() : null,
      events: isWebhook ? events : [],
    };
    if (integration === null) {
      showSecret(await changes.add({ ...wanted, kind }));
    } else {
      await changes.change(integration, { ...wanted, enabled });
    }
  };
}

type Form = ReturnType<typeof useForm<IntegrationFields>>;

function Enabled({ form: { control } }: { form: Form }) {
  const t = useTranslations("integrations");
  const { field } = useController({ control, name: "enabled" });
  return (
    <Checkbox checked={field.value} onChange={field.onChange}>
      {t("enabled")}
    </Checkbox>
  );
}

/** As the words name it. */
function toKey(event: WebhookEventName) {
  return event.replace(".", "_") as keyof (typeof integrationMessages)["event"];
}

function WebhookFields({ form }: { form: Form }) {
  const t = useTranslations("integrations");
  const { control, register, formState } = form;
  const { field } = useController({
    control,
    name: "events",
    rules: { validate: (chosen) => chosen.length > 0 || t("eventsNeeded") },
  });
  function toggle(event: WebhookEventName, isChosen: boolean) {
    const others = field.value.filter((one) => one !== event);
    field.onChange(isChosen ? [...others, event] : others);
  }
  return (
    <>
      <TextRow
        label={t("url")}
        hint={t("urlHint")}
        wrong={formState.errors.url?.message}
        inputMode="url"
        maxLength={2_000}
        {...register("url", {
          validate: (text) => /^https?:\/\/./.test(text.trim()) || t("urlWrong"),
        })}
      />
      <fieldset className={styles["choices"]}>
        <legend>{t("events")}</legend>
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            checked={field.value.includes(event)}
            onChange={(isChosen) => toggle(event, isChosen)}
          >
            {t(`event.${toKey(event)}`)}
          </Checkbox>
        ))}
      </fieldset>
      {formState.errors.events === undefined ? null : (
        <output className={styles["wrong"]}>{formState.errors.events.message}</output>
      )}
    </>
  );
}
