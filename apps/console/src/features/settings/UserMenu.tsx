import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";

import type { Role, SettingChange } from "@linedesk/contract";
import { initials } from "../../ui/initials.ts";
import { toShortcut } from "../../ui/keys/bind-command.ts";
import { pageKeys } from "../../ui/keys/page-keys.ts";
import { Menu } from "../../ui/Menu.tsx";
import type { MenuEntry } from "../../ui/Menu.tsx";
import type { SettingsView } from "./use-settings.ts";

import styles from "./UserMenu.module.css";

const SignOutDialog = lazy(async () => {
  const loaded = await import("./SignOutDialog.tsx");
  return { default: loaded.SignOutDialog };
});

interface UserMenuProps {
  name: string;
  memberRole: Role | null;
  settings: SettingsView;
  /** The entries that open panels, such as all settings. */
  panels?: readonly MenuEntry[];
  openShortcuts: () => void;
  /** Opens a page below `/help`. */
  openHelp?: (page: string) => void;
  callers: readonly string[];
  signOut: () => void;
  admin?: { href: string; follow: (href: string) => void } | null;
}

export function UserMenu(props: UserMenuProps) {
  const { callers, signOut } = props;
  /** The state of the dialog; `null` until the first question. Later the dialog stays mounted. */
  const [asking, setAsking] = useState<boolean | null>(null);
  return (
    <>
      <PersonMenu {...props} signOut={callers.length === 0 ? signOut : () => setAsking(true)} />
      {asking === null ? null : (
        <Suspense fallback={null}>
          <SignOutDialog
            open={asking}
            callers={callers}
            cancel={() => setAsking(false)}
            signOut={signOut}
          />
        </Suspense>
      )}
    </>
  );
}

function PersonMenu(props: UserMenuProps) {
  const { name, memberRole, settings, openShortcuts, openHelp, signOut, admin = null } = props;
  const { panels = [] } = props;
  const t = useTranslations("user");
  return (
    <Menu
      label={t("menu", { name })}
      align="end"
      {...(admin === null ? {} : { onNavigate: admin.follow })}
      trigger={
        <button
          type="button"
          className={styles["person"]}
          aria-label={t("menu", { name })}
          title={name}
        >
          {initials(name)}
        </button>
      }
      header={
        <div className={styles["head"]}>
          <strong>{name}</strong>
          {memberRole === null ? null : (
            <span className={styles["role"]}>{t(`role.${memberRole}`)}</span>
          )}
        </div>
      }
      entries={[
        { type: "line", key: "line1" },
        ...settingEntries(settings, t),
        { type: "line", key: "line2" },
        ...panels,
        ...(admin === null
          ? []
          : [
              {
                type: "link" as const,
                key: "admin",
                label: t("admin"),
                href: admin.href,
                current: false,
              },
            ]),
        {
          type: "item",
          key: "keys",
          label: t("shortcuts"),
          shortcut: toShortcut(pageKeys.sheet[0]),
          run: openShortcuts,
        },
        ...helpEntries(openHelp, t),
        { type: "item", key: "out", label: t("signOut"), run: signOut },
      ]}
    />
  );
}

function helpEntries(
  open: UserMenuProps["openHelp"],
  t: ReturnType<typeof useTranslations<"user">>,
): MenuEntry[] {
  return open === undefined
    ? []
    : [
        { type: "item", key: "help", label: t("help"), run: () => open("") },
        { type: "item", key: "awake", label: t("awake"), run: () => open("awake") },
      ];
}

type Choice = "light" | "dark" | "system" | "comfortable" | "compact";

function settingEntries(
  { settings, change }: SettingsView,
  t: ReturnType<typeof useTranslations<"user">>,
): MenuEntry[] {
  function choice(word: Choice, checked: boolean, wanted: SettingChange): MenuEntry {
    return {
      type: "choice",
      key: word,
      label: t(word),
      checked,
      run: () => change(wanted),
    };
  }
  const themes = (["light", "dark", "system"] as const).map((theme) =>
    choice(theme, settings.theme === theme, { setting: "THEME", value: theme }),
  );
  return [
    { type: "heading", key: "theme", label: t("theme") },
    ...themes,
    { type: "heading", key: "rows", label: t("density") },
    choice("comfortable", !settings.view, { setting: "VIEW", value: false }),
    choice("compact", settings.view, { setting: "VIEW", value: true }),
  ];
}
