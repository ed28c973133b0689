import { el } from "./dom.ts";

const FEEDBACK_MS = 1_500;

/** A button that puts a text on the clipboard, and says so. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const button = el("button", { type: "button", class: "copy" }, label);
  button.addEventListener("click", () => {
    void copy(text()).then((isDone) =>
      showFeedback(button, isDone ? "Copied" : "Not allowed", label),
    );
  });
  return button;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without TLS on another machine the browser has no clipboard for us: the button says so.
    return false;
  }
}

function showFeedback(button: HTMLButtonElement, words: string, label: string): void {
  button.textContent = words;
  setTimeout(() => (button.textContent = label), FEEDBACK_MS);
}
