import type { ReactElement } from "react";

import type { AuditEntry, Integration, IntegrationDelivery } from "@linedesk/contract";
import { AuditLog } from "../src/features/admin/audit/AuditLog.tsx";
import { AuditSearchForm } from "../src/features/admin/audit/AuditSection.tsx";
import { DeliveryTable } from "../src/features/admin/integrations/DeliveryLog.tsx";
import { IntegrationForm } from "../src/features/admin/integrations/IntegrationForm.tsx";
import { SecretCard } from "../src/features/admin/integrations/IntegrationsSection.tsx";
import { IntegrationTable } from "../src/features/admin/integrations/IntegrationTable.tsx";
import { PromotionCard } from "../src/features/admin/integrations/PromotionCard.tsx";
import { PromotionForm } from "../src/features/admin/integrations/PromotionForm.tsx";
import type { IntegrationChanges } from "../src/features/admin/integrations/use-integrations.ts";
import { PrivacyForm } from "../src/features/admin/privacy/PrivacyForm.tsx";
import { NumberExport, MaskingForm } from "../src/features/admin/privacy/PrivacySection.tsx";
import { RecordingForm } from "../src/features/admin/privacy/RecordingForm.tsx";
import { RetentionPreviewCard } from "../src/features/admin/privacy/RetentionPreviewCard.tsx";
import { uuid } from "./a-call.ts";

import styles from "../src/features/admin/Admin.module.css";

function nothing() {
  return undefined;
}

async function refuses() {
  return { saved: false, trial: "refuses" as const };
}
async function later() {
  return undefined;
}

function anEntry(n: number, over: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: uuid(800 + n),
    at: "2026-11-23T06:14:00.000Z",
    person: { id: uuid(20), name: "Erin" },
    action: "line.changed",
    object: { type: "phone_line", id: uuid(30), name: "Talkback" },
    details: JSON.parse(`{"before":{"priority":false},"after":{"priority":true}}`) as Record<
      string,
      unknown
    >,
    address: "203.0.113.7",
    ...over,
  };
}

const entries = [
  anEntry(0),
  anEntry(1, {
    person: null,
    address: null,
    action: "call.arrived",
    object: { type: "call", id: uuid(31), name: null },
    details: {},
  }),
];

const log = { failed: null, showMore: nothing, pending: false, save: nothing, exporting: null };

function anIntegration(n: number, over: Partial<Integration> = {}): Integration {
  return {
    id: uuid(820 + n),
    kind: "webhook",
    name: "Newsroom",
    url: "https://news.example.com/hooks/calls",
    events: ["call.arrived", "win.recorded"],
    wholeNumbers: false,
    state: "on",
    failingSince: null,
    waiting: 0,
    createdAt: "2026-11-20T01:00:00.000Z",
    version: 1,
    ...over,
  };
}

const input = anIntegration(2, { kind: "now_playing", name: "Playout", url: null, events: [] });
const failing = { state: "failing", failingSince: "2026-11-22T23:05:00.000Z", waiting: 4 } as const;
const items = [anIntegration(0), anIntegration(1, { name: "Archive", ...failing }), input];

function aDelivery(n: number, over: Partial<IntegrationDelivery> = {}): IntegrationDelivery {
  return {
    id: uuid(840 + n),
    event: "call.arrived",
    at: "2026-11-23T06:14:00.000Z",
    state: "delivered",
    attempts: 1,
    triedAt: "2026-11-23T06:14:01.000Z",
    nextAt: null,
    status: 204,
    error: null,
    ...over,
  };
}

const deliveries = [
  aDelivery(0, { event: "test" }),
  aDelivery(1),
  aDelivery(2, {
    state: "waiting",
    attempts: 3,
    status: 503,
    nextAt: "2026-11-23T06:19:01.000Z",
    error: "The receiver answered 503",
  }),
];

const changes = { add: later, change: later, remove: later } as unknown as IntegrationChanges;
const promotion = {
  host: "promo.example.com",
  state: { system: "outside", state: "up", downSince: null, waiting: 0 },
} as const;

function card(body: ReactElement) {
  return <div className={styles["card"]}>{body}</div>;
}

function form(integration: Integration | null, kind: Integration["kind"]) {
  const stands = { kind, integration, masksNumbers: true };
  const given = { ...stands, changes, close: nothing, showSecret: nothing };
  return <IntegrationForm {...given} />;
}

/** The sections of the admin area for people who supervise. */
export const watchStates: Record<string, ReactElement> = {
  audit: (
    <>
      <AuditSearchForm search={nothing} view={log} />
      <AuditLog {...log} entries={entries} />
    </>
  ),
  "audit-exporting": (
    <AuditSearchForm
      search={nothing}
      view={{ ...log, exporting: { count: 12_000, total: 48_112, stop: nothing } }}
    />
  ),
  "audit-empty": <AuditLog {...log} entries={[]} />,
  integrations: (
    <>
      <IntegrationTable items={items} open={nothing} />
      <PromotionCard station={uuid(700)} promotion={promotion} mayChange />
    </>
  ),
  "integrations-empty": <IntegrationTable items={[]} open={nothing} />,
  "integrations-form": form(null, "webhook"),
  "integrations-promotion": (
    <>
      <PromotionCard
        station={uuid(700)}
        promotion={{ ...promotion, chosen: { url: "https://promo.example.com/in" } }}
        mayChange
      />
      <PromotionForm url={null} save={refuses} close={nothing} />
    </>
  ),
  "integrations-secret": (
    <SecretCard
      secret={{ integration: anIntegration(0), secret: "whsec_0123456789" }}
      close={nothing}
    />
  ),
  "integrations-deliveries": card(<DeliveryTable items={deliveries} resend={nothing} />),
  privacy: (
    <div className={styles["columns"]}>
      <PrivacyForm
        privacy={{
          retention: { calls: 365, notes: 30, chat: 90, quality: 90, recordings: 180, audit: null },
        }}
        changes={{ save: later, preview: async () => [], takeNumber: later }}
      />
      <div className={styles["column"]}>
        <MaskingForm
          privacy={{
            retention: {
              calls: 365,
              notes: 30,
              chat: 90,
              quality: 90,
              recordings: 180,
              audit: null,
            },
            numbersFrom: "producer",
          }}
          save={later}
        />
        <RecordingForm
          station={uuid(1)}
          settings={{
            mode: "on_request",
            noticeWords: "This call is recorded.",
            noticeUrl: null,
          }}
          save={later}
        />
        <NumberExport take={later} />
      </div>
    </div>
  ),
  "privacy-preview": card(
    <RetentionPreviewCard
      items={[{ kind: "chat", rows: 1204, oldest: "2026-01-03T01:00:00.000Z" }]}
    />,
  ),
};
