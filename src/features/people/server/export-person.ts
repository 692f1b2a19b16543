import type { PersonSearch } from '#features/people/rules/person.ts';
import { personalRecords, type RecordKind } from '#rules/personal-records.ts';
import type { PeopleDeps } from './create-people-services.ts';
import { findPerson, requireAddress } from './find-person.ts';

/**
 * Returns all stored data about a person as one HTML file: tables for people, and the same as JSON
 * in the element `data` for programs. It loads nothing and runs no script.
 */
export async function exportPerson(deps: PeopleDeps, search: PersonSearch): Promise<string> {
  const found = await findPerson(deps, search);
  requireAddress(found);
  const { stamp: _, own_mailboxes: __, suggestions: ___, ...person } = found;
  const { site } = await deps.readSettings();
  const exportedAt = new Date().toISOString();
  const title = `Data ${site.name} keeps about ${person.mailboxes.join(', ')}`;
  const json = JSON.stringify({ exported_at: exportedAt, site: site.name, ...person }, null, 1);
  const sections = Object.entries(personalRecords).map(([kind, { title: heading }]) =>
    toSection(heading, person[kind as RecordKind]),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${toHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${toHtml(title)}</h1>
<p>Written on ${toHtml(exportedAt)} (UTC). Programs find the same as JSON in the element <code>data</code> of this file.</p>
${toTable({ 'Email addresses': person.mailboxes, 'Phone numbers': person.phones, Names: person.names })}
${sections.join('\n')}
<script type="application/json" id="data">
${json.replaceAll('<', '\\u003c')}
</script>
</body>
</html>
`;
}

const style = `
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 0 0 1.5rem; }
th, td { border: 1px solid #bbb; padding: .35rem .6rem; text-align: left; vertical-align: top; white-space: pre-wrap; overflow-wrap: anywhere; }
th { width: 12rem; font-weight: 600; }`;

const toHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const toSection = (heading: string, records: readonly object[]) =>
  `<h2>${toHtml(heading)} (${records.length})</h2>\n${records.map(toTable).join('\n') || '<p>None.</p>'}`;

/** Returns a record as a table with one row per field. */
function toTable(record: object): string {
  const lines = Object.entries(record).flatMap(([name, value]) =>
    value === null || value === undefined
      ? []
      : `<tr><th scope="row">${toHtml(name.replaceAll('_', ' '))}</th><td>${toCell(value)}</td></tr>`,
  );
  return `<table><tbody>${lines.join('')}</tbody></table>`;
}

function toCell(value: unknown): string {
  if (value instanceof Date) return toHtml(value.toISOString());
  if (Array.isArray(value))
    return value.some((one) => typeof one === 'object')
      ? value.map(toCell).join('')
      : toHtml(value.join(', '));
  return typeof value === 'object' && value !== null ? toTable(value) : toHtml(String(value));
}
