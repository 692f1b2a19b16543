import { setImmediate } from 'node:timers/promises';
import { toAccessEnd } from '#features/customers/rules/access.ts';
import { isGiven, toAccessState } from '#features/customers/rules/access-state.ts';
import {
  type CustomerLine,
  readCustomerFile,
  toIdentity,
  toTitleKey,
} from '#features/customers/rules/customer-file.ts';
import {
  type CustomerImport,
  type FaultyLine,
  type ImportQuery,
  importMailsPerMinute,
} from '#features/customers/rules/customer-import.ts';
import { mentorDay, mentorInstant } from '#features/settings/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { AppError } from '#platform/errors/errors.ts';
import { cutText } from '#rules/cut-text.ts';
import { nameToId } from '#rules/submission-keys.ts';
import { queueAccessMail } from './access-mail.ts';
import type { CustomerDeps } from './customer-deps.ts';
import {
  type Customer,
  findCustomerLike,
  findOrAddCustomer,
  lockCustomers,
} from './queries/customers.ts';
import {
  type Entitlement,
  insertEntitlement,
  listCoursesToGive,
  listEntitlementsOf,
} from './queries/entitlements.ts';

/** A line that gives access. */
interface Addition extends CustomerLine {
  identity: string;
  customer: Customer | undefined;
  sourceId: string;
  courseId: string;
  title: string;
  startsAt: Date;
  endsAt: Date | null;
}

interface Plan {
  additions: Addition[];
  importedBefore: number;
  faulty: FaultyLine[];
}

/** The same person has the same id in every file, so that nothing is imported twice. */
const toSourceId = (identity: string) => nameToId(`customer-import ${identity}`);

/** Compares a file with the courses, the customers and their access. Throws `unreadable-customers` (422). */
async function planImport(deps: CustomerDeps, db: Executor, file: Uint8Array): Promise<Plan> {
  const now = deps.now();
  const { booking } = await deps.readSettings();
  const today = mentorDay(now, booking);
  const read = await readCustomerFile(file, { today, pause: () => setImmediate() });
  if ('problem' in read) throw new AppError(422, 'unreadable-customers', read.problem);
  const courses = await listCoursesToGive(db);
  const customers = new Map<string, Customer | undefined>();
  for (const line of read.lines) {
    const identity = toIdentity(line);
    if (!customers.has(identity)) customers.set(identity, await findCustomerLike(db, line));
  }
  const given = await listEntitlementsOf(db, {
    customerIds: [...customers.values()].flatMap((customer) => customer?.id ?? []),
    imports: [...customers.keys()].map(toSourceId),
  });
  const plan: Plan = { additions: [], importedBefore: 0, faulty: [...read.faulty] };
  for (const line of read.lines) {
    const leave = (reason: string) => {
      const { lineNumber, name, email, phone } = line;
      const text = [name, email, phone, line.course, line.day].filter(Boolean).join(' ');
      plan.faulty.push({ lineNumber, text: cutText(text, 200), reasons: [reason] });
    };
    const key = toTitleKey(line.course);
    const [course, ...alike] = courses.filter(({ title, slug }) =>
      [title, slug ?? ''].some((words) => words !== '' && toTitleKey(words) === key),
    );
    if (!course || key === '') {
      leave(
        `“${cutText(line.course, 60)}” is no course. Correct the title, or add the course first.`,
      );
      continue;
    }
    if (alike.length > 0) {
      leave('Several courses have this title. Write the short address of the course instead.');
      continue;
    }
    const identity = toIdentity(line);
    const customer = customers.get(identity);
    const sourceId = toSourceId(identity);
    const known = given.filter(({ courseId }) => courseId === course.id);
    if (known.some((one) => one.source === 'import' && one.sourceId === sourceId)) {
      plan.importedBefore += 1;
      continue;
    }
    if (known.some((one) => one.customerId === customer?.id && isGiven(toAccessState(one, now)))) {
      leave('They already have access to this course.');
      continue;
    }
    const startsAt = line.day === null ? now : mentorInstant(line.day, '00:00', booking);
    plan.additions.push({
      ...line,
      identity,
      customer,
      sourceId,
      courseId: course.id,
      title: course.title,
      startsAt,
      endsAt: toAccessEnd(startsAt, course.accessDays),
    });
  }
  return plan;
}

const hasEnded = ({ endsAt }: Addition, now: Date) => endsAt !== null && endsAt <= now;

/** Sums up a plan for the mentor. */
async function describePlan(deps: CustomerDeps, plan: Plan): Promise<CustomerImport> {
  const now = deps.now();
  const { booking } = await deps.readSettings();
  const { additions, importedBefore, faulty } = plan;
  const count = (some: Addition[]) => new Set(some.map(({ identity }) => identity)).size;
  return {
    customers: count(additions.filter(({ customer }) => !customer)),
    accesses: additions.length,
    mails: count(additions.filter((one) => one.email !== null && !hasEnded(one, now))),
    ended: additions.flatMap(({ lineNumber, name, title, endsAt }) =>
      endsAt !== null && endsAt <= now
        ? { lineNumber, name, title, endedOn: mentorDay(new Date(+endsAt - 1), booking) }
        : [],
    ),
    importedBefore,
    faulty: faulty.sort((one, other) => one.lineNumber - other.lineNumber),
  };
}

/** Says what the import of a file would add. Adds nothing. Throws 422. */
export const previewImport = async (deps: CustomerDeps, file: Uint8Array) =>
  describePlan(deps, await planImport(deps, deps.db, file));

/**
 * Imports the lines without faults in one transaction, each line once, also from another file. With `mails`,
 * each customer gets one email, a few a minute. Throws 422.
 */
export const importCustomers = (
  deps: CustomerDeps,
  { file, mails }: ImportQuery & { file: Uint8Array },
): Promise<CustomerImport> =>
  deps.db.transaction(async (transaction) => {
    await lockCustomers(transaction);
    const plan = await planImport(deps, transaction, file);
    const now = deps.now();
    const customers = new Map<string, Customer>();
    const news = new Map<string, { customer: Customer; access: Entitlement; title: string }>();
    for (const addition of plan.additions) {
      const { identity, courseId, sourceId, startsAt, endsAt, title } = addition;
      const customer =
        customers.get(identity) ??
        addition.customer ??
        (await findOrAddCustomer(transaction, addition));
      customers.set(identity, customer);
      const access = await insertEntitlement(transaction, {
        customerId: customer.id,
        courseId,
        source: 'import',
        sourceId,
        createdAt: now,
        startsAt,
        endsAt,
      });
      if (access && customer.email !== null && !hasEnded(addition, now) && !news.has(identity))
        news.set(identity, { customer, access, title });
    }
    if (mails === 'each')
      for (const [index, one] of [...news.values()].entries()) {
        const at = new Date(+now + (index * 60_000) / importMailsPerMinute);
        await queueAccessMail(deps, transaction, { ...one, news: 'imported', at });
      }
    return describePlan(deps, plan);
  });
