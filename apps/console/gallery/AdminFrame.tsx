import type { ReactNode } from "react";
import { useTranslations } from "use-intl";

import { type AdminSection, adminSections, newStation } from "../src/app/admin-sections.ts";
import { AdminPage } from "../src/features/admin/AdminPage.tsx";
import type { Scene } from "./stage-scenes.tsx";
import { StageTop } from "./Stage.tsx";
import { aStation } from "./station-views.ts";

import styles from "../src/features/admin/Admin.module.css";

interface AdminFrameProps {
  section: Pick<AdminSection, "id" | "title" | "about">;
  children: ReactNode;
}

/** Draws the page of the admin area around a section; its navigation lists every section. */
export function AdminFrame({ section, children }: AdminFrameProps) {
  const t = useTranslations("user");
  const words = useTranslations("admin");
  return (
    <AdminPage
      sections={[...adminSections, newStation]}
      section={section}
      top={<StageTop station={aStation({})} connection={{ status: "live" }} />}
      version={words("version", { version: "0.1.0" })}
      help={<a href="#help">{t("help")}</a>}
      link={(to, words) => (
        <a
          className={styles["link"]}
          href={`#${to}`}
          aria-current={to === section.id ? "page" : undefined}
        >
          {words}
        </a>
      )}
    >
      {children}
    </AdminPage>
  );
}

/** Returns the scene that shows a section's content within the whole page of the admin area. */
export function anAdminScene(id: string, section: string, body: ReactNode): Scene {
  const found = [...adminSections, newStation].find((each) => each.id === section);
  if (found === undefined) {
    throw new Error(`There is no section ${section}.`);
  }
  return { id, draw: () => <AdminFrame section={found}>{body}</AdminFrame> };
}
