/** An element with classes, attributes and children; text only ever as text. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) {
    throw new Error(`the page has no #${id}`);
  }
  return element;
}

interface Keyed<Item> {
  key: (item: Item) => string;
  /** What is drawn of an item; it is drawn anew only when this changes. */
  version: (item: Item) => string;
  draw: (item: Item) => HTMLElement;
}

/**
 * Draws a list and leaves alone what has not changed: what is open stays open, and the focus stays
 * where it is.
 */
export function drawList<Item>(list: HTMLElement, items: readonly Item[], how: Keyed<Item>): void {
  const before = new Map([...list.children].map((child) => [readKey(child), child]));
  let cursor: Element | null = list.firstElementChild;
  for (const item of items) {
    const key = how.key(item);
    const version = how.version(item);
    const known = before.get(key);
    before.delete(key);
    const element = known?.getAttribute("data-version") === version ? known : how.draw(item);
    element.setAttribute("data-key", key);
    element.setAttribute("data-version", version);
    if (known !== undefined && known !== element) {
      patchElement(known, element);
      if (cursor === known) {
        cursor = element;
      }
      known.replaceWith(element);
    }
    if (element === cursor) {
      cursor = element.nextElementSibling;
    } else {
      list.insertBefore(element, cursor);
    }
  }
  for (const gone of before.values()) {
    gone.remove();
  }
}

function readKey(element: Element): string {
  return element.getAttribute("data-key") ?? "";
}

/** An item that is drawn anew is as open and as focused as it was. */
function patchElement(old: Element, fresh: Element): void {
  const wasOpen = old.querySelector("details[open]") ?? (old.matches("details[open]") ? old : null);
  if (wasOpen !== null) {
    (fresh.querySelector("details") ?? fresh).setAttribute("open", "");
  }
  if (!old.contains(document.activeElement)) {
    return;
  }
  queueMicrotask(() => fresh.querySelector<HTMLElement>("button, summary")?.focus());
}
