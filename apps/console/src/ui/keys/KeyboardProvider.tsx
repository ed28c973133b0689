import {
  createContext,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { ReactNode } from "react";

import type { Shortcuts } from "./bind-shortcuts.ts";
import { chooseCommand, chooseReleased } from "./choose-command.ts";
import type { KeyContext } from "./choose-command.ts";
import { createCommandRegistry } from "./command-registry.ts";
import type { CommandRegistry } from "./command-registry.ts";
import type { Command } from "./command.ts";
import { followFocus, type FocusTrail } from "./focus-trail.ts";
import { shownKeys } from "./shown-keys.ts";

const RegistryContext = createContext<CommandRegistry | null>(null);

const typingKinds = new Set(["text", "search", "email", "number", "password", "tel", "url"]);

function isTyping(target: Element | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && typingKinds.has(target.type)) ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}

/** So long after a key was typed in a field that is gone the person may still be typing [PN9]. */
const STILL_TYPING_MS = 1_500;

/** Knows whether somebody types, also for a moment after the field has been taken away. */
class TypingMonitor {
  #field: Element | null = null;
  #typedAt = -Infinity;

  isTyping(now: number): boolean {
    const focused = document.activeElement;
    if (isTyping(focused) || focused?.closest("[data-keys=caller]")) {
      this.#field = focused;
      this.#typedAt = now;
      return true;
    }
    const isGone = this.#field !== null && !this.#field.isConnected;
    if (focused !== document.body || !isGone || now - this.#typedAt > STILL_TYPING_MS) {
      this.#field = null;
      return false;
    }
    this.#typedAt = now;
    return true;
  }
}

interface Listening {
  registry: CommandRegistry;
  /** Whether a letter, digit or sign alone is a shortcut [KY18]. */
  singleKeys: () => boolean;
}

function listen({ registry, singleKeys }: Listening): () => void {
  const lastRun = new Map<string, number>();
  const typing = new TypingMonitor();
  const trail = followFocus();
  function contextNow(): KeyContext {
    const focused = document.activeElement;
    const now = performance.now();
    return {
      now,
      typing: typing.isTyping(now),
      inQueue: focused?.closest("[data-keys=queue]") !== null && focused !== null,
      covered: document.querySelector("[data-covers]") !== null,
      singleKeys: singleKeys(),
      lastRun,
    };
  }
  function handleDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.isComposing) {
      return;
    }
    const context = contextNow();
    if (event.key === "Escape" && !context.covered) {
      goBack(trail);
    }
    const choice = chooseCommand(registry.list(), event, context);
    if (choice === null) {
      return;
    }
    event.preventDefault();
    if (choice.held) {
      return;
    }
    lastRun.set(choice.command.id, context.now);
    choice.command.run();
  }
  function handleUp(event: KeyboardEvent) {
    chooseReleased(registry.list(), event)?.release?.();
  }
  window.addEventListener("keydown", handleDown);
  window.addEventListener("keyup", handleUp);
  return () => {
    trail.close();
    window.removeEventListener("keydown", handleDown);
    window.removeEventListener("keyup", handleUp);
  };
}

/** [KY17] Who came from nowhere leaves a field all the same. */
function goBack(trail: FocusTrail): void {
  const focused = document.activeElement;
  if (!trail.goBack() && isTyping(focused) && focused instanceof HTMLElement) {
    focused.blur();
  }
}

interface SingleKeysSwitch {
  on: boolean;
  set: (on: boolean) => void;
}

const SingleKeysContext = createContext<SingleKeysSwitch>({ on: true, set: () => undefined });

/** The one listener for keys; what stands below registers its commands with `useCommands`. */
export function KeyboardProvider({ children }: { children: ReactNode }) {
  const registry = useMemo(() => createCommandRegistry(), []);
  const [singleKeys, setSingleKeys] = useState(true);
  const latest = useRef(singleKeys);
  useEffect(() => {
    latest.current = singleKeys;
  });
  useEffect(() => listen({ registry, singleKeys: () => latest.current }), [registry]);
  const on = useMemo(() => ({ on: singleKeys, set: setSingleKeys }), [singleKeys]);
  return (
    <RegistryContext value={registry}>
      <SingleKeysContext value={on}>{children}</SingleKeysContext>
    </RegistryContext>
  );
}

/** Whether single keys are shortcuts; what does not work is not shown on a button. */
export function useAreSingleKeysOn(): boolean {
  return use(SingleKeysContext).on;
}

/** Takes over what the person has set. */
export function useSingleKeys(on: boolean): void {
  const { set } = use(SingleKeysContext);
  useEffect(() => set(on), [set, on]);
}

function useRegistry(): CommandRegistry {
  const registry = use(RegistryContext);
  if (registry === null) {
    throw new Error("a KeyBoard must stand above what has keys");
  }
  return registry;
}

/** Offers commands while mounted. Hand in a memoised list. */
export function useCommands(commands: readonly Command[]): void {
  const registry = useRegistry();
  useEffect(() => registry.add(commands), [registry, commands]);
}

export function useCommandList(): readonly Command[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.onChange, registry.list);
}

/** Takes over the keys that the person has chosen [KY9]. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const registry = useRegistry();
  useEffect(() => registry.setShortcuts(shortcuts), [registry, shortcuts]);
}

/** The commands with the keys they have when nothing is chosen. */
export function useDefaultCommands(): readonly Command[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.onChange, registry.defaults);
}

/** The key that works in place of a default one; null where none does [KY18] [KY37]. */
export function useShownKeys(keys: string | undefined): string | null {
  const registry = use(RegistryContext);
  const singleKeys = useAreSingleKeysOn();
  const labels = useSyncExternalStore(
    registry?.onChange ?? neverChanges,
    registry?.labels ?? noLabels,
  );
  const shown = keys === undefined ? "" : (labels.get(keys) ?? keys);
  return shown === "" ? null : shownKeys(shown, singleKeys);
}

const NO_LABELS: ReadonlyMap<string, string> = new Map();

function noLabels() {
  return NO_LABELS;
}

function neverChanges() {
  return () => undefined;
}
