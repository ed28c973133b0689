/**
 * The style of the issuer's pages: the console's colours, and its typeface if the console serves
 * it.
 */
export const STYLESHEET = `@font-face {
  font-family: "Inter Variable";
  font-weight: 100 900;
  font-display: swap;
  src: url("/fonts/inter.woff2") format("woff2");
}
:root {
  color-scheme: light dark;
  --page: light-dark(#f3f4f6, #0d0f12);
  --surface: light-dark(#ffffff, #15181c);
  --hover: light-dark(#f6f7f9, #1a1e23);
  --sunken: light-dark(#eceef1, #1b1f24);
  --hairline: light-dark(#d9dde2, #2a2f36);
  --edge: light-dark(#858e98, #6b7682);
  --text: light-dark(#14181d, #eef1f4);
  --muted: light-dark(#4f5862, #a7b0b8);
  --accent: light-dark(#1d4ed8, #7ea2ff);
  --accent-text: light-dark(#ffffff, #0b1020);
  --danger: light-dark(#830d1e, #f87a90);
  --danger-tint: light-dark(#fae6e9, #331a20);
  --focus: light-dark(#1d4ed8, #9db8ff);
}
* { box-sizing: border-box; }
body {
  display: grid;
  min-height: 100vh;
  margin: 0;
  padding: 16px;
  place-items: center;
  background: var(--page);
  color: var(--text);
  font: 400 13px/1.4 "Inter Variable", system-ui, sans-serif;
  font-feature-settings: "cv05", "ss03";
  -webkit-font-smoothing: antialiased;
}
main {
  width: min(440px, 100%);
  padding: 0 24px 24px;
  border: 1px solid var(--hairline);
  border-radius: 8px;
  background: var(--surface);
}
.brand {
  display: flex;
  height: 56px;
  align-items: center;
  border-bottom: 1px solid var(--hairline);
  margin: 0 -24px 24px;
  padding: 0 24px;
  color: var(--text);
  font-size: 14px;
  font-weight: 600;
  gap: 10px;
}
h1 { margin: 0; font-size: 24px; font-weight: 650; line-height: 1.25; text-wrap: balance; }
p { margin: 8px 0 0; color: var(--muted); }
.problem {
  padding: 10px 12px;
  border-radius: 6px;
  margin-top: 16px;
  background: var(--danger-tint);
  color: var(--danger);
  font-weight: 500;
}
form { display: grid; margin-top: 20px; gap: 8px; }
button[name="person"] {
  display: grid;
  width: 100%;
  min-height: 52px;
  padding: 0 16px 0 10px;
  align-items: center;
  border: 1px solid var(--edge);
  border-radius: 6px;
  background: var(--surface);
  color: inherit;
  font: inherit;
  text-align: start;
  cursor: pointer;
  gap: 12px;
  grid-template-columns: 32px 1fr max-content;
}
button[name="person"]:hover { background: var(--hover); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.initial {
  display: grid;
  order: -1;
  height: 32px;
  border-radius: 999px;
  background: var(--sunken);
  font-weight: 600;
  place-items: center;
}
.name { font-size: 14px; font-weight: 600; }
.role { color: var(--muted); }
.quiet { margin-top: 20px; font-size: 12px; }
.quiet code { font: inherit; }
.button {
  display: block;
  width: 100%;
  padding: 12px 16px;
  border: 0;
  border-radius: 6px;
  margin-top: 12px;
  background: var(--accent);
  color: var(--accent-text);
  font: inherit;
  font-size: 14px;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}
`;
