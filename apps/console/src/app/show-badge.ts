const PLAIN = "/favicon.svg";
/** A larger number is not readable at 16 pixels. */
const MOST_SHOWN = 99;

export function drawFavicon(ringing: number): string {
  if (ringing <= 0) {
    return PLAIN;
  }
  const words = ringing > MOST_SHOWN ? "99" : String(ringing);
  const picture = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    '<rect width="32" height="32" rx="7" fill="#b3123a"/>',
    '<text x="16" y="24" text-anchor="middle" font-family="sans-serif" font-weight="700"',
    ` font-size="22" fill="#fff">${words}</text></svg>`,
  ].join("");
  return `data:image/svg+xml,${encodeURIComponent(picture)}`;
}

export function showBadge(ringing: number): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const picture = drawFavicon(ringing);
  if (icon !== null && icon.getAttribute("href") !== picture) {
    icon.href = picture;
  }
  // Only an installed app has a badge; elsewhere the promise rejects.
  navigator.setAppBadge?.(ringing).catch(() => undefined);
}
