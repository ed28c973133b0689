/** The style of the issuer's pages, with the console's colours. */
export const STYLESHEET = `:root {
  color-scheme: light dark;
  --page: #f3f4f6;
  --surface: #ffffff;
  --hover: #f6f7f9;
  --hairline: #d9dde2;
  --edge: #858e98;
  --text: #14181d;
  --muted: #4f5862;
  --focus: #1d4ed8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d0f12;
    --surface: #15181c;
    --hover: #1a1e23;
    --hairline: #2a2f36;
    --edge: #6b7682;
    --text: #eef1f4;
    --muted: #a7b0b8;
    --focus: #9db8ff;
  }
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
  font: 400 14px/1.4 "Inter Variable", system-ui, sans-serif;
}
main {
  width: min(440px, 100%);
  padding: 24px;
  border: 1px solid var(--hairline);
  border-radius: 8px;
  background: var(--surface);
}
h1 { margin: 0; font-size: 20px; font-weight: 650; text-wrap: balance; }
p { margin: 4px 0 0; color: var(--muted); }
form { display: grid; margin-top: 20px; gap: 8px; }
button {
  display: flex;
  width: 100%;
  min-height: 52px;
  padding: 0 16px;
  align-items: center;
  justify-content: space-between;
  border: 1px solid var(--edge);
  border-radius: 6px;
  background: var(--surface);
  color: inherit;
  font: inherit;
  cursor: pointer;
}
button:hover { background: var(--hover); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.name { font-size: 16px; font-weight: 600; }
.role { color: var(--muted); }
.quiet { margin-top: 20px; font-size: 12px; }
main > form + button { margin-top: 12px; }
a { color: inherit; }
`;
