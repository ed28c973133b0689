const typingKinds = new Set(["text", "search", "email", "number", "password", "tel", "url"]);

/** Returns true for an element that takes letters. */
export function isTyping(target: Element | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && typingKinds.has(target.type)) ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}
