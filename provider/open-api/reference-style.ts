/** The reference page's inline style; its hash is in the page's policy. */
export const referenceStyle = `
:root { color-scheme: light dark; --line: light-dark(#d9dce1, #33373e); --quiet: light-dark(#5b6270, #9aa1ad); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: 20rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid var(--line); font-size: 0.875rem; }
nav p { font-weight: 600; margin: 1rem 0 0.25rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 0.25rem 0; overflow-wrap: anywhere; }
main { padding: 1rem 2rem 4rem; max-width: 70rem; }
section { border-top: 1px solid var(--line); padding: 0.5rem 0 1.5rem; scroll-margin-top: 1rem; }
h3 { font-size: 1.125rem; overflow-wrap: anywhere; }
h4 { margin-bottom: 0.25rem; }
i { color: var(--quiet); font-style: normal; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin-top: 0.75rem; font-size: 0.875rem; }
caption { text-align: left; font-weight: 600; padding-bottom: 0.25rem; }
th, td { text-align: left; vertical-align: top; padding: 0.375rem 0.75rem 0.375rem 0; border-top: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; }
th { width: 30%; }
td:nth-child(2) { width: 25%; }
dl { display: grid; grid-template-columns: 4rem 1fr; margin: 0; font-size: 0.875rem; }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 50rem) {
  body { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1rem; }
}
`;
