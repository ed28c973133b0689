import { useMemo, useState } from "react";
import { useLocale, useTranslations } from "use-intl";

import type { Integration, IntegrationDelivery } from "@linedesk/contract";
import { describeFailure } from "../../../client/failures/describe-failure.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { createTimeFormats } from "../../../ui/time/time-formats.ts";
import { RowSkeleton } from "../SectionSkeleton.tsx";
import { DataTable } from "../table/DataTable.tsx";
import type { DataColumn } from "../table/use-data-rows.ts";
import { type IntegrationChanges, useDeliveries } from "./use-integrations.ts";

import styles from "../Admin.module.css";

interface DeliveryLogProps {
  station: string;
  integration: Integration;
  changes: IntegrationChanges;
}

export function DeliveryLog({ station, integration, changes }: DeliveryLogProps) {
  const t = useTranslations("integrations");
  const { items, failed, showMore } = useDeliveries(station, integration.id);
  const [refused, setRefused] = useState<string | null>(null);
  async function attempt(change: () => Promise<void>) {
    setRefused(null);
    try {
      await change();
    } catch (error) {
      setRefused(describeFailure(error).words);
    }
  }
  const problem = refused ?? failed;
  return (
    <section className={styles["card"]} aria-label={t("logOf", { name: integration.name })}>
      <h3>{t("logOf", { name: integration.name })}</h3>
      {items === null && problem === null ? <RowSkeleton /> : null}
      {items?.length === 0 ? (
        <EmptyState title={t("logEmpty")}>{t("logEmptyWords")}</EmptyState>
      ) : null}
      {items === null || items.length === 0 ? null : (
        <DeliveryTable
          items={items}
          resend={(one) => void attempt(() => changes.resend(integration, one))}
        />
      )}
      <div className={styles["buttons"]}>
        <Button onClick={() => void attempt(() => changes.test(integration))}>{t("test")}</Button>
        {showMore === null ? null : <Button onClick={showMore}>{t("more")}</Button>}
      </div>
      {problem === null ? null : <output className={styles["refused"]}>{problem}</output>}
    </section>
  );
}

interface DeliveryTableProps {
  items: readonly IntegrationDelivery[];
  resend: (one: IntegrationDelivery) => void;
}

export function DeliveryTable({ items, resend }: DeliveryTableProps) {
  const t = useTranslations("integrations");
  return (
    <DataTable
      name="deliveries"
      label={t("log")}
      rows={items}
      rowKey={({ id }) => id}
      columns={useDeliveryColumns()}
      actions={{
        title: t("resend"),
        cell: (one) => (
          <Button look="quiet" onClick={() => resend(one)}>
            {t("resend")}
          </Button>
        ),
      }}
    />
  );
}

function useDeliveryColumns(): DataColumn<IntegrationDelivery>[] {
  const t = useTranslations("integrations");
  const locale = useLocale();
  const formats = useMemo(() => createTimeFormats(locale), [locale]);
  const readEvent = ({ event }: IntegrationDelivery) =>
    event === "test" ? t("test_event") : event;
  return [
    {
      id: "sent",
      title: t("sent"),
      by: ({ at }) => Date.parse(at),
      words: ({ at }) => formats.full(Date.parse(at)),
      cell: ({ at }) => <time dateTime={at}>{formats.full(Date.parse(at))}</time>,
    },
    { id: "what", title: t("what"), by: readEvent },
    {
      id: "outcome",
      title: t("outcome"),
      by: ({ state }) => t(`deliveryState.${state}`),
      words: ({ state, error }) => `${t(`deliveryState.${state}`)} ${error ?? ""}`,
      cell: ({ state, attempts, nextAt, error }) => (
        <>
          {t(`deliveryState.${state}`)}
          <span className={styles["quiet"]}>
            {attempts === 0 ? "" : t("tries", { count: attempts })}
            {nextAt === null ? "" : ` ${t("next", { when: formats.clock(Date.parse(nextAt)) })}`}
          </span>
          {error === null ? null : <span className={styles["quiet"]}>{error}</span>}
        </>
      ),
    },
  ];
}
