import type { Breach } from './breach.ts';
import { faults } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { Round } from './plan.ts';

/** One line of the table: what rounds of one fault have come to. */
interface Line {
  rounds: number;
  leads: number;
  bookings: number;
  files: number;
  settings: number;
  lost: number;
  doubled: number;
  mails: number;
  healthy: number[];
  notHealthy: number;
}

const emptyLine = (): Line => ({
  ...{ rounds: 0, leads: 0, bookings: 0, files: 0, settings: 0, lost: 0, doubled: 0, mails: 0 },
  ...{ healthy: [], notHealthy: 0 },
});

/** So many things that are lost or doubled are named; the others are counted. */
const mostShown = 50;

/** What visitors and the mentor are answered for. */
const kinds = ['leads', 'bookings', 'files', 'settings'] as const;

export type Tally = ReturnType<typeof createTally>;

/** Adds up what becomes of all rounds, after which a site has to be well within so many seconds. */
export function createTally(within: number) {
  const lines = new Map<string, Line>();
  const sum = { mails: 0, undelivered: 0, conflicts: 0, mailedAlone: 0, orphans: 0 };
  let breaches = 0;
  const known = new Set<string>();

  const lineOf = (name: string): Line => {
    const line = lines.get(name) ?? emptyLine();
    lines.set(name, line);
    return line;
  };

  function report(text: string): void {
    breaches += 1;
    console.error(`  ✗ ${text}`);
  }

  return {
    sum,
    report,
    countBreaches: () => breaches,
    addRound({ fault }: Round, recovery: { took: number } | { missing: string }): void {
      const line = lineOf(fault.name);
      line.rounds += 1;
      if ('took' in recovery) line.healthy.push(recovery.took);
      if ('took' in recovery && recovery.took <= within * 1_000) return;
      line.notHealthy += 1;
      const how =
        'took' in recovery ? `${inSeconds(recovery.took)} s` : `lacks ${recovery.missing}`;
      report(`not well within ${within} s after "${fault.name}": ${how}`);
    },
    /** Counts what the rounds of one site were answered for. `faultOf` knows which fault a round had. */
    addLedger(ledger: Ledger, faultOf: (round: number) => string): void {
      for (const kind of kinds) {
        for (const { isAcknowledged, round } of ledger[kind])
          if (isAcknowledged) lineOf(faultOf(round))[kind] += 1;
      }
    },
    addBreaches(found: Breach[], faultOf: (round: number) => string): void {
      for (const { kind, what, round } of found) {
        // Everything is looked at once more at the end of its site.
        if (known.has(`${kind} ${what}`)) continue;
        known.add(`${kind} ${what}`);
        const line = lineOf(faultOf(round));
        if (kind === 'lost') line.lost += 1;
        else if (kind === 'not mailed' || kind === 'mailed twice') line.mails += 1;
        else line.doubled += 1;
        if (known.size <= mostShown) report(`${kind}, after "${faultOf(round)}": ${what}`);
        else breaches += 1;
      }
    },
    /** Shows the table. A kind of which nothing was acknowledged is a breach too: nothing is known of it. */
    print(): void {
      const rows: Record<string, object> = {};
      const total = emptyLine();
      for (const [name, line] of [...lines].sort(([a], [b]) => orderOf(a) - orderOf(b))) {
        rows[name] = toRow(line, within);
        addUp(total, line);
      }
      for (const { name, missing } of faults)
        if (missing !== undefined) rows[name] = { rounds: `not run: ${missing}` };
      rows['all'] = toRow(total, within);
      console.table(rows);
      for (const kind of kinds)
        if (total[kind] === 0) report(`none of the ${kind} was acknowledged, so none was tested`);
      console.log(
        `Mails: ${sum.mails} sent once, ${sum.undelivered} shown as undelivered. Bookings whose time somebody else had meanwhile, of which the mentor was told: ${sum.conflicts}. Messages that only the mentor's mail server took, as neither database nor disk did: ${sum.mailedAlone}. Files that nobody named, and that were swept: ${sum.orphans}.`,
      );
    },
  };
}

const orderOf = (name: string) => faults.findIndex((fault) => fault.name === name);

function addUp(total: Line, line: Line): void {
  for (const key of Object.keys(total) as (keyof Line)[]) {
    if (key === 'healthy') total.healthy.push(...line.healthy);
    else total[key] += line[key];
  }
}

const inSeconds = (ms: number | undefined) => (ms === undefined ? '–' : (ms / 1_000).toFixed(1));

function toRow({ healthy, ...line }: Line, within: number): object {
  const sorted = healthy.toSorted((a, b) => a - b);
  return {
    rounds: line.rounds,
    leads: line.leads,
    bookings: line.bookings,
    files: line.files,
    settings: line.settings,
    lost: line.lost,
    'twice, or left over': line.doubled,
    'mails not once': line.mails,
    'well after, s: half / all': `${inSeconds(sorted[Math.floor(sorted.length / 2)])} / ${inSeconds(sorted.at(-1))}`,
    [`not within ${within} s`]: line.notHealthy,
  };
}
