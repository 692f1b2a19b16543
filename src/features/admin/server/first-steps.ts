import { hasSecondFactor } from '#features/accounts/server/index.ts';
import {
  type ConfirmableStep,
  type FirstStep,
  type FirstSteps,
  firstSteps,
} from '#features/admin/rules/first-steps.ts';
import { hasBackupElsewhere } from '#features/backups/server/index.ts';
import { listSoldCourses } from '#features/lessons/server/index.ts';
import { type MailProblemDeps, readMailProblem } from '#features/mail/server/index.ts';
import { type PaymentDeps, readPaymentMethods } from '#features/payments/server/index.ts';
import {
  findSetting,
  isSample,
  listSamples,
  putSetting,
  readCurrentSettings,
} from '#features/settings/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { hasPlaceholder } from '#rules/legal-text.ts';
import { planCourses } from '#rules/plan-courses.ts';
import { z } from '#rules/zod.ts';

/** The dependencies of the first steps. */
export interface FirstStepsDeps extends MailProblemDeps, Pick<PaymentDeps, 'providers' | 'now'> {
  /** Whether the site is only reachable from this machine. */
  isLocal: boolean;
}

/** The session type of a new site that is sold as a series. */
const packageId = 'full-mentorship-package';

const settingKey = 'first-steps';

/** The state that only this setting records. */
const stateSchema = z.object({
  isDismissed: z.boolean().default(false),
  confirmed: z.array(z.string()).default([]),
  isTestMailAccepted: z.boolean().default(false),
});
type State = z.output<typeof stateSchema>;

async function readState(db: Executor): Promise<State> {
  const text = await findSetting(db, settingKey);
  return stateSchema.parse(text === undefined ? {} : JSON.parse(text));
}

/**
 * Merges changes into the stored state. Concurrent changes may overwrite each other; the step then
 * has to be repeated.
 */
async function saveState(db: Executor, changes: Partial<State>): Promise<void> {
  await putSetting(db, settingKey, JSON.stringify({ ...(await readState(db)), ...changes }));
}

/** Returns the courses that can be bought, if payments are set up. */
async function readSoldCourses(
  deps: FirstStepsDeps,
  { offers, payments }: Awaited<ReturnType<typeof readCurrentSettings>>,
) {
  if (readPaymentMethods(deps, { payments: payments.value }).length === 0) return [];
  const planIds = offers.value.plans.flatMap(({ leadsTo, priceCents }) =>
    priceCents && leadsTo in planCourses ? planCourses[leadsTo as keyof typeof planCourses] : [],
  );
  return listSoldCourses(deps.db, planIds, deps.now());
}

/** Returns the progress of the first steps for the signed-in user. */
export async function readFirstSteps(
  deps: FirstStepsDeps,
  { userId }: { userId: string },
): Promise<FirstSteps> {
  const { db, mailServers, isLocal } = deps;
  const [standing, isProtected, { isDismissed, ...known }, isBackedUp, problem] = await Promise.all(
    [
      readCurrentSettings(db),
      hasSecondFactor(db, userId),
      readState(db),
      hasBackupElsewhere(db),
      readMailProblem({ db, mailServers }),
    ],
  );
  const { site, offers, booking, payments, pictures, texts, legal } = standing;
  const { name, city, record } = texts.value.about.founder;
  const { privacy, terms } = legal.value;
  const isConfirmed = (step: ConfirmableStep) => known.confirmed.includes(step);
  const sold = await readSoldCourses(deps, standing);
  // A mentor who delivers in another way needs no contents, until the first lesson.
  const isElsewhere = isConfirmed('contents') && sold.every(({ lessons }) => lessons === 0);
  const empty = isElsewhere ? [] : sold.filter(({ published }) => published === 0);
  const packaged = offers.value.mentorshipOptions.find(({ id }) => id === packageId);
  const isDone: Record<FirstStep, boolean> = {
    facts: listSamples(site.value).length === 0,
    prices: !offers.isDefault || isConfirmed('prices'),
    package: Boolean(packaged?.sessions) || isConfirmed('package'),
    payments: listSamples(payments.value).length === 0 || isConfirmed('payments'),
    contents: empty.length === 0,
    hours: !booking.isDefault || isConfirmed('hours'),
    mentor: [name, city, record].every(Boolean),
    portrait: !isSample(pictures.value.portrait.src),
    mail: problem === null && known.isTestMailAccepted,
    'second-factor': isProtected,
    privacy: [privacy, terms].every((text) => text !== '' && !hasPlaceholder(text)),
    backup: isBackedUp || isConfirmed('backup'),
  };
  return {
    is_dismissed: isDismissed,
    is_nameless: !isLocal && !name,
    steps: firstSteps
      .filter((name) => name !== 'contents' || sold.length > 0)
      .filter((name) => name !== 'package' || packaged !== undefined)
      .map((name) => ({ name, is_done: isDone[name] })),
    sold_without_contents: empty.map(({ id, title }) => ({ id, title })),
  };
}

/** Hides the first steps for everyone. */
export const dismissFirstSteps = ({ db }: FirstStepsDeps): Promise<void> =>
  saveState(db, { isDismissed: true });

/** Shows the first steps again. */
export const recallFirstSteps = ({ db }: FirstStepsDeps): Promise<void> =>
  saveState(db, { isDismissed: false });

/** Records that someone has confirmed a step. */
export async function confirmStep(
  { db }: FirstStepsDeps,
  { step }: { step: ConfirmableStep },
): Promise<void> {
  const { confirmed } = await readState(db);
  await saveState(db, { confirmed: [...new Set([...confirmed, step])] });
}

/** Records that the mail server accepted a test email. */
export const noteTestMail = (db: Executor): Promise<void> =>
  saveState(db, { isTestMailAccepted: true });
