import { isDeepStrictEqual } from 'node:util';

/**
 * The parts of Drizzle's schema snapshots that matter here. Drizzle writes one next to each
 * migration.
 */
export interface SchemaSnapshot {
  tables: Record<string, TableSnapshot>;
}

interface TableSnapshot {
  name: string;
  columns: Record<string, ColumnSnapshot>;
  indexes: Record<string, { isUnique: boolean; columns: { expression: string }[]; where?: string }>;
  foreignKeys: Record<string, { columnsFrom: string[] }>;
  compositePrimaryKeys: Record<string, { columns: string[] }>;
  uniqueConstraints: Record<string, { columns: string[] }>;
  checkConstraints: Record<string, { value: string }>;
}

interface ColumnSnapshot {
  type: string;
  primaryKey: boolean;
  notNull: boolean;
  default?: unknown;
  generated?: unknown;
}

/**
 * Returns what a new schema breaks for code written for the previous one: what is gone, and what
 * can no longer be written as before. Each entry reads like `leads.phone is gone`.
 */
export function findNarrowing(before: SchemaSnapshot, after: SchemaSnapshot): string[] {
  return Object.entries(before.tables).flatMap(([key, table]) => {
    const next = after.tables[key];
    return next ? findInTable(table, next) : [`${table.name} is gone`];
  });
}

function findInTable(before: TableSnapshot, after: TableSnapshot): string[] {
  const { name } = before;
  const found: string[] = [];
  for (const [column, was] of Object.entries(before.columns)) {
    const is = after.columns[column];
    const note = (what: string) => found.push(`${name}.${column} ${what}`);
    if (!is) note('is gone');
    else {
      if (is.type !== was.type) note(`was ${was.type}, is ${is.type}`);
      if (!isDeepStrictEqual(is.generated, was.generated)) note('is computed in another way');
      if (isRequired(is) && !isRequired(was)) note('has to be given');
      if (is.notNull && !was.notNull) note('may not be null');
    }
  }
  const added = Object.keys(after.columns).filter((column) => !(column in before.columns));
  for (const column of added) {
    const is = after.columns[column];
    if (is && isRequired(is)) found.push(`${name}.${column} is new, and has to be given`);
  }
  // Older code never writes a new column, so a rule about it cannot break that code.
  const isAboutNew = (text: string) =>
    added.some((column) => new RegExp(`\\b${column}\\b`).test(text));
  for (const [rule, text] of Object.entries(listRules(after))) {
    const isOld = listRules(before)[rule] === text;
    const isLooser = listsMore(after.checkConstraints[rule], before.checkConstraints[rule]);
    if (!isOld && !isLooser && !isAboutNew(text)) found.push(`${name} has a new rule, ${rule}`);
  }
  return found;
}

/** Returns whether a check allows more values of a column than before: `"state" in ('a', 'b')`. */
function listsMore(is: { value: string } | undefined, was: { value: string } | undefined): boolean {
  const read = (check: { value: string } | undefined) =>
    /^(\S+) in \(('\w[\w-]*'(?:, '\w[\w-]*')*)\)$/.exec(check?.value ?? '');
  const [now, earlier] = [read(is), read(was)];
  if (!now || !earlier || now[1] !== earlier[1]) return false;
  const allowed = new Set(now[2]?.split(', '));
  return earlier[2]?.split(', ').every((value) => allowed.has(value)) ?? false;
}

/** Whether an insert has to name the column. */
const isRequired = ({ notNull, default: value, generated }: ColumnSnapshot) =>
  notNull && value === undefined && generated === undefined;

/** Returns the rules for a table's rows by name, each as a text that changes with the rule. */
function listRules(table: TableSnapshot): Record<string, string> {
  const unique = Object.entries(table.indexes).filter(([, { isUnique }]) => isUnique);
  return Object.fromEntries(
    [
      ...Object.entries(table.checkConstraints),
      ...Object.entries(table.uniqueConstraints),
      ...Object.entries(table.compositePrimaryKeys),
      ...Object.entries(table.foreignKeys),
      ...unique,
    ].map(([name, rule]) => [name, JSON.stringify(rule)]),
  );
}

/** Changes that appear only in a migration's SQL and in no snapshot. */
const takingAway =
  /\b(?:drop\s+(?:table|column|view|trigger|function|type|schema|extension)|rename\s+(?:to|column)|set\s+not\s+null|set\s+data\s+type)\b[^;\n]*/gi;

/** Returns the statements of a migration that remove something, as written. */
export const findTakenAway = (statements: string): string[] =>
  (statements.match(takingAway) ?? []).map((found) => found.replaceAll(/\s+/g, ' ').trim());
