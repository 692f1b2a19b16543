import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { checkFilesLeft } from './check-files-left.ts';
import { checkMails } from './check-mails.ts';
import { checkRecords, countMailedAlone, isTold } from './check-records.ts';
import { measureRecovery } from './health.ts';
import { createLedger } from './ledger.ts';
import { startLoad } from './load.ts';
import { signIn } from './mentor.ts';
import { type Course, type Interruption, planCourses, type Round } from './plan.ts';
import { createRandom } from './random.ts';
import { createTally, type Tally } from './tally.ts';
import { openWorld, type World } from './world.ts';

/*
 * Lets things break while visitors and the mentor use the built site, and counts from outside what
 * became of all that was acknowledged:
 *
 *   npm run chaos [-- --rounds 500 --seed 1 --only disk --within 30 --at-once 1]
 *
 * Ends with 1 when anything was lost or doubled, a mail went out twice or never, a file stays that
 * nobody names, or the site is not well again by itself within so many seconds.
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** A part of the names of the faults that are to happen, as in "services: disk full". */
    only: { type: 'string', multiple: true },
    within: { type: 'string', default: '30' },
    /** How many sites stand side by side. */
    'at-once': { type: 'string', default: '1' },
  },
});
const rounds = Number(values.rounds);
const seed = Number(values.seed);
const random = createRandom(seed);
const again = `--seed ${seed} --rounds ${rounds}${(values.only ?? []).map((part) => ` --only "${part}"`).join('')}`;

/** Whether somebody has asked for the end: the round that goes on is the last one. */
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isStopped = true;
  });
}

/** Lets one fault happen, and waits until it is put right. Returns what it came to, in words. */
async function runRound(world: World, { fault, lasts, meanwhile }: Round): Promise<string> {
  const interrupt: Record<Interruption, () => Promise<unknown>> = {
    'server killed': world.site.killServer,
    'another version deployed': world.site.deploy,
  };
  let happened = fault.name;
  await fault.strike(world, async () => {
    await delay(lasts / 2);
    if (meanwhile) {
      await interrupt[meanwhile]();
      happened = `${fault.name}, ${meanwhile} meanwhile`;
    }
    await delay(lasts / 2);
  });
  return happened;
}

/** Runs one site from its first start to its end, and counts. */
async function runCourse({ kind, rounds: ahead }: Course, tally: Tally): Promise<void> {
  await using world = await openWorld(kind);
  const ledger = createLedger();
  const session = await signIn(world.url);
  const load = startLoad(session, ledger, random);
  const faultOf = (round: number) => ahead[round]?.fault.name ?? '(none of them)';

  try {
    for (const [index, round] of ahead.entries()) {
      if (isStopped) break;
      ledger.round = index;
      const startedAt = performance.now();
      const endsBefore = world.site.countUnwantedEnds();
      const happened = await runRound(world, round);
      if (world.site.hasEnded()) await world.site.start();
      const recovery = await measureRecovery(world, session, ledger);
      tally.addRound(round, recovery);
      if (world.site.countUnwantedEnds() > endsBefore)
        tally.report(`ended for good after "${happened}", and was started by hand`);
      tally.addBreaches(
        await checkRecords(world, session, ledger, (one) => one === index),
        faultOf,
      );
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      const well = 'took' in recovery ? `${(recovery.took / 1_000).toFixed(1)} s` : 'never';
      console.log(
        `${kind}, ${index + 1} of ${ahead.length}: ${happened}; well after ${well}, ${seconds} s in all`,
      );
      if ('missing' in recovery) break;
    }
  } finally {
    await load.stop();
  }
  for (const fault of load.faults) tally.report(`the load itself failed: ${fault}`);

  const mails = await checkMails(world, session, ledger);
  tally.addBreaches(mails.breaches, faultOf);
  const files = await checkFilesLeft(world, session, ledger);
  tally.addBreaches(files.breaches, faultOf);
  tally.addLedger(ledger, faultOf);
  tally.sum.mails += mails.count.sent;
  tally.sum.undelivered += mails.count.undelivered;
  tally.sum.conflicts += ledger.bookings.filter((entry) => isTold(world, entry)).length;
  tally.sum.mailedAlone += await countMailedAlone(world, ledger);
  tally.sum.orphans += files.orphans;
  if (mails.breaches.length + files.breaches.length > 0)
    console.error(world.site.output().slice(-6_000));
}

const tally = createTally(Number(values.within));
const courses = planCourses(rounds, { random, only: values.only });
console.log(`${rounds} rounds on ${courses.length} sites, ${again}`);
const inTurn = pLimit(Number(values['at-once']));
await inTurn.map(courses, async (course) => {
  if (isStopped) return;
  await runCourse(course, tally).catch((reason: unknown) =>
    tally.report(`${course.kind}: it could not be run to its end: ${reason}`),
  );
});
if (isStopped) tally.report('stopped before its end');
tally.print();
if (tally.countBreaches() > 0) {
  console.error(`${tally.countBreaches()} breaches. Again: npm run chaos -- ${again}`);
  process.exitCode = 1;
}
