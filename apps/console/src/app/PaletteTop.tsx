import { useNavigate } from "@tanstack/react-router";
import {
  type ComponentType,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslations } from "use-intl";

import { may } from "@linedesk/contract";
import { useConsole, useRootState } from "../client/ConsoleProvider.tsx";
import { panelChanged } from "../client/store/desk-slice.ts";
import { useSettings } from "../features/settings/use-settings.ts";
import type { StationView } from "../features/station/use-station.ts";
import { bindPanel, PANEL_OPENS_MS } from "../lib/key-binding.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { bindCommand } from "../ui/keys/bind-command.ts";
import type { Command } from "../ui/keys/command.ts";
import { useCommands, useShortcuts, useSingleKeys } from "../ui/keys/KeyboardProvider.tsx";
import { useOnceOpen } from "../ui/use-once-open.ts";
import { adminSections, newStation } from "./admin-sections.ts";
import type { PanelDefinition } from "./panels.ts";
import type { AdminTopProps } from "./StationTop.tsx";

const PALETTE = "commands";
const noPanels: [] = [];

interface PaletteTopProps {
  Top: ComponentType<AdminTopProps>;
  view: StationView;
  section: string;
  mayAddStation: boolean;
  panels: readonly PanelDefinition[];
}

export function PaletteTop({ Top, view, section, mayAddStation, panels }: PaletteTopProps) {
  const t = useTranslations();
  const palette = panels.find(({ id }) => id === PALETTE);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const goTo = useGoTo(view.station.callSign);
  useOwnKeys();
  const open = useCallback(() => setOpen(true), []);
  useAreaCommands(view, { goTo, mayAddStation, panels, open });
  const button = useMemo(
    () =>
      palette === undefined
        ? noPanels
        : [{ ...palette, label: t(palette.title), isOpen, toggle: () => setOpen(!isOpen) }],
    [t, palette, isOpen],
  );
  return (
    <>
      <Top view={view} section={section} panels={button} />
      {palette === undefined ? null : (
        <PaletteDialog palette={palette} open={isOpen} close={close} goTo={goTo} />
      )}
    </>
  );
}

/** Opens a section of the admin area, `newStation` or `desk`. */
type GoTo = (to: string, panel?: string) => Promise<void>;

function useGoTo(callSign: string): GoTo {
  const navigate = useNavigate();
  return useCallback(
    (to, panel) => {
      const params = { station: callSign.toLowerCase() };
      return to === "desk"
        ? navigate({
            to: "/$station",
            params,
            search: panel === undefined ? {} : { panels: panel },
          })
        : navigate({ to: "/$station/admin/$", params: { ...params, _splat: to } });
    },
    [callSign, navigate],
  );
}

function useOwnKeys(): void {
  const { settings } = useSettings();
  useSingleKeys(settings.singleKeys);
  useShortcuts(settings.shortcuts);
}

interface AreaWays {
  goTo: GoTo;
  mayAddStation: boolean;
  panels: readonly PanelDefinition[];
  open: () => void;
}

function useAreaCommands(view: StationView, { goTo, mayAddStation, panels, open }: AreaWays): void {
  const t = useTranslations();
  const { role } = view.station;
  const commands = useMemo((): Command[] => {
    function createNavigation(id: string, label: string, run: () => void): Command {
      return { id, scope: "page", group: "panels", keys: [], keyLabel: "", label, run };
    }
    const added = mayAddStation ? [newStation] : [];
    const sections = [...adminSections.filter(({ right }) => may(role, right)), ...added];
    const palette = panels.find(({ id }) => id === PALETTE);
    const palettePanel = bindPanel(PALETTE, palette?.shortcut ?? null);
    return [
      {
        ...bindCommand({ ...palettePanel, scope: "anywhere" }),
        opensFieldMs: PANEL_OPENS_MS,
        label: t("panels.palette"),
        run: open,
      },
      ...sections.map(({ id, title }) =>
        createNavigation(`admin.${id}`, t(`admin.${title}`), () => void goTo(id)),
      ),
      createNavigation("admin.desk", t("admin.desk"), () => void goTo("desk")),
      ...panels
        .filter(({ id, ofCall, roles }) => id !== PALETTE && !ofCall && roles.includes(role))
        .map(({ id, title }) =>
          createNavigation(`desk.${id}`, t(title), () => void goTo("desk", id)),
        ),
    ];
  }, [t, goTo, mayAddStation, panels, open, role]);
  useCommands(commands);
}

interface PaletteDialogProps {
  palette: PanelDefinition;
  open: boolean;
  close: () => void;
  goTo: GoTo;
}

function PaletteDialog({ palette: { Panel, title }, open, close, goTo }: PaletteDialogProps) {
  const t = useTranslations();
  const { store } = useConsole();
  const body = useRef<HTMLDivElement>(null);
  useDialling(goTo);
  const field = useMemo(
    () => ({
      get current() {
        return body.current?.querySelector("input") ?? null;
      },
    }),
    [],
  );
  return useOnceOpen(open) ? (
    <Dialog
      open={open}
      onClose={close}
      title={t(title)}
      closeLabel={t("app.close")}
      initialFocus={field}
    >
      <div ref={body}>
        <Suspense fallback={null}>
          <Panel
            open
            close={close}
            openCaller={(call) =>
              void goTo("desk").then(() => store.dispatch(panelChanged({ type: "opened", call })))
            }
            card={null}
            showCard={() => undefined}
          />
        </Suspense>
      </div>
    </Dialog>
  ) : null;
}

function useDialling(goTo: GoTo): void {
  const requests = useRootState((state) => state.seats.dialRequests);
  const seen = useRef(requests);
  useEffect(() => {
    if (requests !== seen.current) {
      seen.current = requests;
      void goTo("desk", "dial");
    }
  }, [requests, goTo]);
}
