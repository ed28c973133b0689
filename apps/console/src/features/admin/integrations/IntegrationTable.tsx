import { useMemo } from "react";
import { useLocale, useTranslations } from "use-intl";

import type { Integration } from "@linedesk/contract";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { createTimeFormats } from "../../../ui/time/time-formats.ts";
import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";

import styles from "../Admin.module.css";

type Open = (
  what:
    | { what: "form"; kind: Integration["kind"]; id: string }
    | { what: "log" | "remove" | "renew"; id: string },
) => void;

interface IntegrationTableProps {
  items: readonly Integration[];
  open: Open;
}

export function IntegrationTable({ items, open }: IntegrationTableProps) {
  const t = useTranslations("integrations");
  const admin = useTranslations("admin");
  if (items.length === 0) {
    return <EmptyState title={t("empty")}>{t("emptyWords")}</EmptyState>;
  }
  return (
    <div className={styles["scroll"]}>
      <table className={styles["table"]}>
        <thead>
          <tr>
            <th scope="col">{t("name")}</th>
            <th scope="col">{t("stateTitle")}</th>
            <th scope="col">
              <VisuallyHidden>{admin("edit")}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((one) => (
            <IntegrationRow key={one.id} one={one} open={open} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function IntegrationRow({ one, open }: { one: Integration; open: Open }) {
  const t = useTranslations("integrations");
  const admin = useTranslations("admin");
  const { id, kind, name } = one;
  return (
    <tr>
      <td>
        {name}
        <span className={styles["quiet"]}>{one.url ?? t(`kind.${kind}`)}</span>
      </td>
      <td>
        <State one={one} />
      </td>
      <td>
        {kind === "webhook" ? (
          <Button aria-label={t("logOf", { name })} onClick={() => open({ what: "log", id })}>
            {t("log")}
          </Button>
        ) : null}{" "}
        <Button aria-label={t("edit", { name })} onClick={() => open({ what: "form", kind, id })}>
          {admin("edit")}
        </Button>{" "}
        <Button look="quiet" onClick={() => open({ what: "renew", id })}>
          {t("renew")}
        </Button>{" "}
        <Button
          look="quiet"
          aria-label={admin("removeOf", { name })}
          onClick={() => open({ what: "remove", id })}
        >
          {admin("remove")}
        </Button>
      </td>
    </tr>
  );
}

function State({ one: { state, failingSince, waiting } }: { one: Integration }) {
  const t = useTranslations("integrations");
  const locale = useLocale();
  const formats = useMemo(() => createTimeFormats(locale), [locale]);
  return (
    <>
      {t(`state.${state}`)}
      {failingSince === null ? null : (
        <span className={styles["quiet"]}>
          {t("since", { when: formats.full(Date.parse(failingSince)) })}
        </span>
      )}
      {waiting === 0 ? null : (
        <span className={styles["quiet"]}>{t("waiting", { count: waiting })}</span>
      )}
    </>
  );
}
