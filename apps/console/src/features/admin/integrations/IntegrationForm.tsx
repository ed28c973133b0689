import { useController, type UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import * as z from "zod/mini";

import {
  type Integration,
  type IntegrationKind,
  webhookEvents,
  type WebhookEventName,
} from "@linedesk/contract";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { CheckRow, FormCard } from "../FormCard.tsx";
import { TextRow } from "../TextRow.tsx";
import { given, useCheckedForm, inputOf } from "../use-checked-form.ts";
import type { integrationMessages } from "./integration-messages.ts";
import type { IntegrationChanges, NewSecret } from "./use-integrations.ts";

import styles from "../Admin.module.css";

interface Sentences {
  needed: string;
  urlWrong: string;
  eventsNeeded: string;
}

function toSchema(isWebhook: boolean, { needed, urlWrong, eventsNeeded }: Sentences) {
  const isUrl = (text: string) => !isWebhook || /^https?:\/\/./.test(text.trim());
  return z.object({
    name: given(needed),
    url: z.string().check(z.refine(isUrl, urlWrong)),
    events: z
      .array(z.enum(webhookEvents))
      .check(z.refine((events) => !isWebhook || events.length > 0, eventsNeeded)),
    enabled: z.boolean(),
    wholeNumbers: z.boolean(),
  });
}

type IntegrationFields = z.output<ReturnType<typeof toSchema>>;

interface IntegrationFormProps {
  kind: IntegrationKind;
  /** The integration to change; `null` adds one. */
  integration: Integration | null;
  masksNumbers: boolean;
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
    wholeNumbers: one?.wholeNumbers ?? false,
  };
}

export function IntegrationForm(props: IntegrationFormProps) {
  const { kind, integration, close } = props;
  const t = useTranslations("integrations");
  const admin = useTranslations("admin");
  const isWebhook = kind === "webhook";
  const schema = toSchema(isWebhook, {
    needed: admin("station.needed"),
    urlWrong: t("urlWrong"),
    eventsNeeded: t("eventsNeeded"),
  });
  const form = useCheckedForm(schema, toFields(integration));
  const add = isWebhook ? t("addWebhook") : t("addInput");
  return (
    <FormCard
      title={integration === null ? add : t("edit", { name: integration.name })}
      form={form}
      first="name"
      close={close}
      send={useSend(props)}
    >
      <TextRow label={t("name")} maxLength={100} {...inputOf(form, "name")} />
      {isWebhook ? <WebhookFields form={form} /> : null}
      {isWebhook && props.masksNumbers ? (
        <CheckRow form={form} name="wholeNumbers">
          {t("wholeNumbers")}
        </CheckRow>
      ) : null}
      {integration === null ? null : (
        <CheckRow form={form} name="enabled">
          {t("enabled")}
        </CheckRow>
      )}
    </FormCard>
  );
}

function useSend({ kind, integration, changes, showSecret }: IntegrationFormProps) {
  return async ({ name, url, events, enabled, wholeNumbers }: IntegrationFields) => {
    const isWebhook = kind === "webhook";
    const wanted = {
      name: name.trim(),
      url: isWebhook ? url.trim() : null,
      events: isWebhook ? events : [],
      wholeNumbers: isWebhook && wholeNumbers,
    };
    if (integration === null) {
      showSecret(await changes.add({ ...wanted, kind }));
    } else {
      await changes.change(integration, { ...wanted, enabled });
    }
  };
}

type Form = UseFormReturn<IntegrationFields>;

function toKey(event: WebhookEventName) {
  return event.replace(".", "_") as keyof (typeof integrationMessages)["event"];
}

function WebhookFields({ form }: { form: Form }) {
  const t = useTranslations("integrations");
  const { control, formState } = form;
  const { field } = useController({ control, name: "events" });
  function toggle(event: WebhookEventName, isChosen: boolean) {
    const others = field.value.filter((one) => one !== event);
    field.onChange(isChosen ? [...others, event] : others);
  }
  return (
    <>
      <TextRow
        label={t("url")}
        hint={t("urlHint")}
        inputMode="url"
        maxLength={2_000}
        {...inputOf(form, "url")}
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
