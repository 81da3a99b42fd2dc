/** The stylesheet of the pages under /api: the shop's colours, no scripts, no fonts to load. */
export const docsStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#faf4e9, #18120e);
  --surface: light-dark(#fffcf6, #221a14);
  --line: light-dark(#e0d3bd, #3a2d23);
  --ink: light-dark(#261b14, #f4eadb);
  --muted: light-dark(#665444, #c0ac94);
  --brass: light-dark(#87540a, #e8b95c);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif;
}
header, main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem; }
header { padding-bottom: 0; }
h1, h2 { font-family: Georgia, serif; line-height: 1.2; }
h1 { font-size: 2.25rem; margin: 0.5rem 0; }
h2 { font-size: 1.5rem; margin: 2.5rem 0 0.75rem; text-transform: capitalize; }
h3 { font-size: 1rem; margin: 1.25rem 0 0.5rem; }
a { color: var(--brass); }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 3px solid var(--brass); outline-offset: 2px; }
p.muted, .muted { color: var(--muted); }
details {
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 6px;
  margin: 0.5rem 0;
}
summary {
  cursor: pointer;
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 0.75rem;
  align-items: baseline;
  min-height: 44px;
  padding: 0.625rem 1rem;
}
summary .method { font-weight: 700; min-width: 4rem; color: var(--brass); }
summary code { font-size: 1rem; overflow-wrap: anywhere; }
summary .who { margin-left: auto; color: var(--muted); }
.inside { padding: 0 1rem 1rem; border-top: 1px solid var(--line); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.375rem 0.75rem 0.375rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--muted); }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9375rem; }
pre {
  background: var(--paper);
  border: 1px solid var(--line);
  border-radius: 3px;
  overflow-x: auto;
  padding: 0.75rem;
}
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; list-style: none; padding: 0; }
nav a { display: inline-block; padding: 0.25rem 0; text-transform: capitalize; }
`;
