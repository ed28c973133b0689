import { type ComponentType, lazy, type ReactNode } from "react";

import type { Permission, Role } from "@linedesk/contract";
import type { adminMessages } from "../features/admin/admin-messages.ts";

/** The props of every section; each uses only some of them. */
export interface AdminSectionProps {
  station: string;
  name: string;
  /** The person's role at the station. */
  role: Role;
  link: (to: string, words: ReactNode) => ReactNode;
}

interface AdminSectionDefinition {
  /** The section's part of the address: `/2zz/admin/lines`. */
  id: string;
  title: `section.${keyof typeof adminMessages.section}`;
  about: `about.${keyof typeof adminMessages.about}`;
  right: Permission;
  load: () => Promise<ComponentType<AdminSectionProps>>;
}

const definitions: readonly AdminSectionDefinition[] = [
  {
    id: "board",
    title: "section.board",
    about: "about.board",
    right: "admin",
    load: async () => (await import("../features/admin/board/BoardSection.tsx")).BoardSection,
  },
  {
    id: "analytics",
    title: "section.analytics",
    about: "about.analytics",
    right: "admin",
    load: async () =>
      (await import("../features/admin/analytics/AnalyticsSection.tsx")).AnalyticsSection,
  },
  {
    id: "station",
    title: "section.station",
    about: "about.station",
    right: "admin",
    load: async () => (await import("../features/admin/StationSection.tsx")).StationSection,
  },
  {
    id: "lines",
    title: "section.lines",
    about: "about.lines",
    right: "admin",
    load: async () => (await import("../features/admin/LinesSection.tsx")).LinesSection,
  },
  {
    id: "people",
    title: "section.people",
    about: "about.people",
    right: "admin",
    load: async () => (await import("../features/admin/PeopleSection.tsx")).PeopleSection,
  },
  {
    id: "telephony",
    title: "section.telephony",
    about: "about.telephony",
    right: "admin",
    load: async () =>
      (await import("../features/admin/telephony/TelephonySection.tsx")).TelephonySection,
  },
  {
    id: "callers",
    title: "section.callers",
    about: "about.callers",
    right: "admin",
    load: async () => (await import("./AdminCallers.tsx")).AdminCallers,
  },
  {
    id: "flags",
    title: "section.flags",
    about: "about.flags",
    right: "admin",
    load: async () => (await import("../features/admin/registers/FlagsSection.tsx")).FlagsSection,
  },
  {
    id: "callerIds",
    title: "section.callerIds",
    about: "about.callerIds",
    right: "admin",
    load: async () =>
      (await import("../features/admin/registers/CallerIdsSection.tsx")).CallerIdsSection,
  },
  {
    id: "audioServers",
    title: "section.audioServers",
    about: "about.audioServers",
    right: "admin",
    load: async () =>
      (await import("../features/admin/audio-servers/AudioServersSection.tsx")).AudioServersSection,
  },
  {
    id: "devicePresets",
    title: "section.devicePresets",
    about: "about.devicePresets",
    right: "admin",
    load: async () =>
      (await import("../features/admin/device-presets/DevicePresetsSection.tsx"))
        .DevicePresetsSection,
  },
  {
    id: "integrations",
    title: "section.integrations",
    about: "about.integrations",
    right: "admin",
    load: async () =>
      (await import("../features/admin/integrations/IntegrationsSection.tsx")).IntegrationsSection,
  },
  {
    id: "audit",
    title: "section.audit",
    about: "about.audit",
    right: "admin",
    load: async () => (await import("../features/admin/audit/AuditSection.tsx")).AuditSection,
  },
  {
    id: "privacy",
    title: "section.privacy",
    about: "about.privacy",
    right: "admin",
    load: async () => (await import("../features/admin/privacy/PrivacySection.tsx")).PrivacySection,
  },
];

/** The form that adds a station; the navigation shows it to people who may add one. */
export const newStation = {
  id: "newStation",
  title: "section.newStation",
  about: "about.newStation",
} as const;

export interface AdminSection extends AdminSectionDefinition {
  /** The component, loaded when it is first drawn. */
  Body: ComponentType<AdminSectionProps>;
}

/** The registry of sections: navigation, address, palette entry and permission derive from it. */
export const adminSections: readonly AdminSection[] = definitions.map((definition) => ({
  ...definition,
  Body: lazy(async () => ({ default: await definition.load() })),
}));
